package io.lockgraft.language.expression.member;

import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.CoreTypes;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A type and all above it, classes before interfaces; and what is a subtype of what. */
public final class Hierarchy {
    /** One class of a hierarchy, with its type variables filled in. */
    public static final class Level {
        public final TypeShape shape;
        public final Map<String, StaticType> variables;

        Level(TypeShape shape, Map<String, StaticType> variables) {
            this.shape = shape;
            this.variables = variables;
        }
    }

    private final TypeSource types;

    public Hierarchy(TypeSource types) {
        this.types = types;
    }

    /** The shape, or null where the class cannot be found. */
    public TypeShape shape(String name) {
        TypeShape jdk = CoreTypes.shape(name);
        return jdk == null ? types.find(name) : jdk;
    }

    /** The type itself first; a super type that cannot be found is left out and added to {@code missing}. */
    List<Level> levels(StaticType type, List<String> missing) {
        Map<String, Level> classes = new LinkedHashMap<>();
        Map<String, Level> interfaces = new LinkedHashMap<>();
        collect(type.isArray() ? StaticType.OBJECT : type.boxed(), classes, interfaces, missing);
        collect(StaticType.OBJECT, classes, interfaces, missing);
        Level object = classes.remove("java.lang.Object");
        List<Level> all = new ArrayList<>(classes.values());
        all.addAll(interfaces.values());
        all.add(object);
        return all;
    }

    private void collect(
            StaticType type, Map<String, Level> classes, Map<String, Level> interfaces, List<String> missing) {
        if (classes.containsKey(type.name()) || interfaces.containsKey(type.name())) {
            return;
        }
        TypeShape shape = shape(type.name());
        if (shape == null) {
            missing.add(type.name());
            return;
        }
        Map<String, StaticType> variables = GenericTypes.variables(shape, type.arguments);
        (Modifier.isInterface(shape.modifiers()) ? interfaces : classes).put(type.name(), new Level(shape, variables));
        for (StaticType each : GenericTypes.supers(shape, variables)) {
            collect(each, classes, interfaces, missing);
        }
    }

    /** This type seen as that super type, with the type arguments that follow; null where it is no subtype. */
    public StaticType as(StaticType type, String target) {
        if (type.is(target)) {
            return type;
        }
        if (type.isPrimitive() || type.isArray() || CoreTypes.isNeverA(type.name(), target)) {
            return null;
        }
        TypeShape shape = shape(type.name());
        if (shape == null) {
            return null;
        }
        for (StaticType each : GenericTypes.supers(shape, GenericTypes.variables(shape, type.arguments))) {
            StaticType found = as(each, target);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    public boolean isSubtype(StaticType type, String target) {
        if (type.is(target) || target.equals("java.lang.Object") && !type.isPrimitive()) {
            return true;
        }
        if (type.is("null")) {
            return !StaticType.of(target).isPrimitive();
        }
        if (type.isArray() && target.endsWith("[]")) {
            StaticType component = type.component();
            return !component.isPrimitive()
                    && isSubtype(component, StaticType.of(target).component().name());
        }
        if (type.isArray()) {
            return target.equals("java.lang.Cloneable") || target.equals("java.io.Serializable");
        }
        // First without shapes, because reading one by reflection is slow the first time.
        return CoreTypes.isA(type.name(), target) || as(type, target) != null;
    }

    public boolean isAny(StaticType type, String... targets) {
        for (String each : targets) {
            if (isSubtype(type, each)) {
                return true;
            }
        }
        return false;
    }

    /** The first super type of this one that cannot be found, or null. */
    public String firstMissing(StaticType type) {
        List<String> missing = new ArrayList<>();
        levels(type, missing);
        return missing.isEmpty() ? null : missing.get(0);
    }

    public List<Level> levels(StaticType type) {
        return Collections.unmodifiableList(levels(type, new ArrayList<>()));
    }
}
