package io.lockgraft.expression;

import io.lockgraft.type.LoadedTypes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Map;

/**
 * A property of an object whose class only the call shows. What it is for a class is found out once and hangs on that
 * class, so that neither class loader keeps the other: what is kept must not refer to this object.
 */
final class DynamicProperty extends ClassValue<DynamicProperty.Getter> {
    private static final MethodHandle GET = get();

    /** How to read the property of one class, or why it cannot be read. */
    static final class Getter {
        private final MethodHandle read;
        private final String problem;

        Getter(MethodHandle read, String problem) {
            this.read = read;
            this.problem = problem;
        }
    }

    private final String name;
    private final Access access;

    DynamicProperty(String name, Access access) {
        this.name = name;
        this.access = access;
    }

    private static MethodHandle get() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(DynamicProperty.class, "of", MethodType.methodType(Object.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes the object, which is not null. */
    MethodHandle handle() {
        return GET.bindTo(this);
    }

    Object of(Object object) throws Throwable {
        Getter getter = get(object.getClass());
        if (getter.read != null) {
            return getter.read.invokeExact(object);
        }
        if (object instanceof Map) {
            return ((Map<?, ?>) object).get(name);
        }
        throw new EvaluationException(getter.problem, null);
    }

    /** With our own rights: under a SecurityManager those of the application's frames may not even do for this. */
    @Override
    protected Getter computeValue(Class<?> type) {
        return AccessController.doPrivileged((PrivilegedAction<Getter>) () -> find(type));
    }

    private Getter find(Class<?> type) {
        if (type.isArray() && name.equals("length")) {
            return new Getter(Functions.LENGTH.asType(MethodType.genericMethodType(1)), null);
        }
        LoadedTypes types = LoadedTypes.of(type);
        Properties properties = new Properties(new Hierarchy(types));
        StaticType of = StaticType.of(type.getTypeName());
        Member member = properties.find(of, name);
        if (member == null) {
            String told = properties.told(of, name);
            return new Getter(
                    null, of + " has no property '" + name + "'" + (told.isEmpty() ? "" : "; it has " + told));
        }
        try {
            return new Getter(new Linker(types, access).member(member).asType(MethodType.genericMethodType(1)), null);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            return new Getter(null, "property '" + name + "' of " + of + " cannot be read: " + e);
        }
    }
}
