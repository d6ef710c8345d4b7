package io.lockgraft.language.expression.handle;

import io.lockgraft.language.expression.member.ClassMember;
import io.lockgraft.language.expression.member.Hierarchy;
import io.lockgraft.language.expression.member.Methods;
import io.lockgraft.language.expression.member.Properties;
import io.lockgraft.language.expression.member.StaticType;
import io.lockgraft.language.expression.value.EvaluationException;
import io.lockgraft.language.type.loader.LoadedTypes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Map;

/**
 * A property, or a method without parameters, of an object whose class only the call shows. What it is for a class is
 * found out once and hangs on that class, so that neither class loader keeps the other: what is kept must not refer to
 * this object.
 */
public final class DynamicMember extends ClassValue<MethodHandle> {
    private static final MethodHandle READ =
            Handles.own(DynamicMember.class, "read", Object.class, DynamicMember.class, Object.class);

    private static final MethodHandle FAIL =
            Handles.own(DynamicMember.class, "fail", Object.class, String.class, Object.class);

    private final String name;
    private final boolean isCall;
    private final Access access;

    public DynamicMember(String name, boolean isCall, Access access) {
        this.name = name;
        this.isCall = isCall;
        this.access = access;
    }

    /** Takes the object, which is not null. */
    public MethodHandle handle() {
        return READ.bindTo(this);
    }

    static Object read(DynamicMember member, Object object) throws Throwable {
        return member.get(object.getClass()).invokeExact(object);
    }

    static Object fail(String problem, Object object) {
        throw new EvaluationException(problem);
    }

    /** With our own rights: under a SecurityManager those of the application's frames may not even do for this. */
    @Override
    protected MethodHandle computeValue(Class<?> type) {
        return AccessController.doPrivileged(
                (PrivilegedAction<MethodHandle>) () -> find(type).asType(MethodType.genericMethodType(1)));
    }

    private MethodHandle find(Class<?> type) {
        if (!isCall && type.isArray() && name.equals("length")) {
            return Handles.LENGTH;
        }
        LoadedTypes types = LoadedTypes.of(type);
        Hierarchy hierarchy = new Hierarchy(types);
        StaticType of = StaticType.of(type.getTypeName());
        Properties properties = new Properties(hierarchy);
        ClassMember member = isCall ? new Methods(hierarchy).withoutParameters(of, name) : properties.find(of, name);
        if (member == null && !isCall && Map.class.isAssignableFrom(type)) {
            return MethodHandles.insertArguments(Handles.VALUE_UNDER, 1, name);
        }
        if (member == null) {
            return failure(
                    isCall ? of + " has no public method " + name + "() with a result" : properties.none(of, name));
        }
        try {
            return new Linker(types, access).member(member);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            String told = isCall ? "method " + name : "property '" + name + "'";
            return failure(told + " of " + of + " cannot be " + (isCall ? "called: " : "read: ") + e);
        }
    }

    private static MethodHandle failure(String problem) {
        return MethodHandles.insertArguments(FAIL, 0, problem);
    }
}
