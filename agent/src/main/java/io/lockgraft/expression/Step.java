package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** One step from an object to what it has: fails in words where the object is null, or gives null where it is safe. */
abstract class Step extends Typed {
    private final Typed owner;
    private final Node object;
    private final Node step;
    private final boolean safe;

    Step(Typed owner, StaticType type, Node object, Node step, boolean safe) {
        super(safe ? type.boxed() : type);
        this.owner = owner;
        this.object = object;
        this.step = step;
        this.safe = safe;
    }

    static Step of(Typed owner, Member member, Node object, Node step, boolean safe) {
        return new Step(owner, member.type(), object, step, safe) {
            @Override
            MethodHandle member(Linker linker) throws ReflectiveOperationException {
                return linker.member(member);
            }
        };
    }

    /** What is done to the object: a handle of one argument, the object. */
    abstract MethodHandle member(Linker linker) throws ReflectiveOperationException;

    @Override
    final MethodHandle handle(Linker linker) throws ReflectiveOperationException {
        return then(owner.handle(linker), member(linker));
    }

    private MethodHandle then(MethodHandle value, MethodHandle member) {
        Class<?> from = member.type().parameterType(0);
        if (owner.type().isPrimitive()) {
            return Values.then(value, member);
        }
        if (!safe) {
            return Values.then(Values.then(Values.as(value, from), Values.present(from, object, step)), member);
        }
        Class<?> to = member.type().returnType();
        Class<?> boxed = to.isPrimitive() ? MethodType.methodType(to).wrap().returnType() : to;
        MethodHandle given = Values.as(member, boxed);
        MethodHandle none = MethodHandles.dropArguments(MethodHandles.constant(boxed, null), 0, from);
        return Values.then(value, MethodHandles.guardWithTest(Values.isNull(from), none, given));
    }
}
