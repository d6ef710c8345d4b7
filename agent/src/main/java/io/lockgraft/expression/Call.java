package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/** A method call with its arguments; those of a safe call on null are not computed. */
abstract class Call extends Typed {
    private final Typed owner;
    private final Node object;
    private final Node step;
    private final boolean safe;
    private final List<Typed> arguments;

    Call(Typed owner, StaticType type, Node object, Node step, boolean safe, List<Typed> arguments) {
        super(safe ? type.boxed() : type);
        this.owner = owner;
        this.object = object;
        this.step = step;
        this.safe = safe;
        this.arguments = arguments;
    }

    /** A handle that takes the object and the arguments. */
    abstract MethodHandle method(Linker linker) throws ReflectiveOperationException;

    @Override
    final MethodHandle handle(Linker linker) throws ReflectiveOperationException {
        MethodHandle method = method(linker);
        Class<?> from = method.type().parameterType(0);
        MethodHandle value = Values.as(owner.handle(linker), from);
        if (!from.isPrimitive() && !safe) {
            value = Values.then(value, Values.present(from, object, step));
        }
        MethodHandle[] values = new MethodHandle[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).handle(linker);
        }
        MethodHandle call = Values.onto(method, values);
        if (safe) {
            Class<?> boxed =
                    MethodType.methodType(method.type().returnType()).wrap().returnType();
            call = Values.as(call, boxed);
            MethodHandle none = MethodHandles.dropArguments(
                    MethodHandles.constant(boxed, null), 0, call.type().parameterList());
            call = MethodHandles.guardWithTest(Values.isNull(from), none, call);
        }
        return MethodHandles.foldArguments(call, value);
    }
}
