package io.lockgraft.language.type.loader;

import io.lockgraft.language.type.AnnotationShape;
import io.lockgraft.language.type.AttributeValue;
import io.lockgraft.language.type.FieldShape;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.Primitives;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.classfile.ClassFiles;
import io.lockgraft.language.type.classfile.MalformedClassException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.Type;

/**
 * Shapes of classes that are loaded, or that their loaders load when asked; no class is initialised. Made for one bind
 * and dropped with it: it holds classes strongly.
 *
 * <p>A name is looked up as the first class sees it, then as the loaders of the classes found on the way see it: with
 * OSGi a getter may return a type that the class which calls it cannot name.
 */
public final class LoadedTypes implements TypeSource {
    private final Map<String, Class<?>> classes = new HashMap<>();
    private final Map<String, TypeShape> shapes = new HashMap<>();
    private final Set<ClassLoader> loaders = new LinkedHashSet<>();

    private LoadedTypes() {}

    /** The types as this loader sees them; null for the bootstrap loader. */
    public static LoadedTypes of(ClassLoader loader) {
        LoadedTypes types = new LoadedTypes();
        types.loaders.add(loader);
        return types;
    }

    /** The types as this class sees them; knows it and its super types even where no loader finds them by name. */
    public static LoadedTypes of(Class<?> type) {
        LoadedTypes types = of(type.getClassLoader());
        types.add(type);
        return types;
    }

    @Override
    public TypeShape find(String name) {
        TypeShape known = shapes.get(name);
        if (known == null) {
            try {
                known = shapeOf(load(name));
            } catch (ClassNotFoundException | LinkageError | MalformedClassException absent) {
                return null;
            }
            shapes.put(name, known);
        }
        return known;
    }

    /**
     * Reads the shape by reflection, or from the class file if a member names a class that is not there, which stops
     * reflection.
     */
    private static TypeShape shapeOf(Class<?> type) {
        try {
            return shape(type);
        } catch (LinkageError | TypeNotPresentException incomplete) {
            byte[] bytes = LoaderTypes.bytes(type.getClassLoader(), type.getName());
            return bytes == null ? null : ClassFiles.read(bytes);
        }
    }

    /** The class that {@link MethodShape} writes so: a primitive, an array, or a class, which is not initialised. */
    public Class<?> load(String name) throws ClassNotFoundException {
        if (name.endsWith("[]")) {
            Class<?> component = load(name.substring(0, name.length() - 2));
            return Array.newInstance(component, 0).getClass();
        }
        Class<?> primitive = Primitives.load(name);
        Class<?> known = primitive == null ? classes.get(name) : primitive;
        if (known == null) {
            known = ask(name);
            add(known);
        }
        return known;
    }

    private Class<?> ask(String name) throws ClassNotFoundException {
        ClassNotFoundException first = null;
        for (ClassLoader loader : loaders) {
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException e) {
                first = first == null ? e : first;
            }
        }
        throw first == null ? new ClassNotFoundException(name) : first;
    }

    private void add(Class<?> type) {
        if (classes.putIfAbsent(type.getName(), type) != null) {
            return;
        }
        loaders.add(type.getClassLoader());
        if (type.getSuperclass() != null) {
            add(type.getSuperclass());
        }
        for (Class<?> each : type.getInterfaces()) {
            add(each);
        }
    }

    /**
     * The shape of a loaded class, by reflection and without annotations; a LinkageError where a member names a class
     * that is not there.
     */
    public static TypeShape shape(Class<?> type) {
        List<MethodShape> methods = new ArrayList<>();
        for (Method each : type.getDeclaredMethods()) {
            methods.add(shape(each));
        }
        List<FieldShape> fields = new ArrayList<>();
        for (Field each : type.getDeclaredFields()) {
            fields.add(new FieldShape(
                    each.getName(), each.getType().getTypeName(), each.getModifiers(), GenericSignature.of(each)));
        }
        Class<?> above = type.isInterface() ? Object.class : type.getSuperclass();
        return new TypeShape(
                type.getName(),
                type.getModifiers(),
                0,
                above == null ? null : above.getName(),
                names(type.getInterfaces()),
                Collections.<AnnotationShape>emptyList(),
                methods,
                fields,
                GenericSignature.of(type));
    }

    /** The shape of a method of a loaded class. */
    public static MethodShape shape(Method method) {
        List<String> parameterNames = new ArrayList<>();
        for (Parameter each : method.getParameters()) {
            if (each.isNamePresent()) {
                parameterNames.add(each.getName());
            }
        }
        Object byDefault = method.getDeclaringClass().isAnnotation() ? method.getDefaultValue() : null;
        return new MethodShape(
                method.getDeclaringClass().getName(),
                method.getName(),
                Type.getMethodDescriptor(method),
                method.getModifiers(),
                parameterNames.size() == method.getParameterCount() ? parameterNames : Collections.emptyList(),
                names(method.getExceptionTypes()),
                Collections.<AnnotationShape>emptyList(),
                GenericSignature.of(method),
                Collections.<AnnotationShape>emptyList(),
                byDefault == null ? null : AttributeValue.of(byDefault));
    }

    private static List<String> names(Class<?>[] types) {
        List<String> names = new ArrayList<>();
        for (Class<?> each : types) {
            names.add(each.getTypeName());
        }
        return names;
    }
}
