package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.List;

/**
 * One step from an object to what it has or does: fails in words where the object is null, or gives null where it is
 * safe. The arguments of a safe step from null are not computed.
 */
abstract class Step extends Typed {
    private final Typed owner;
    private final List<Typed> arguments;
    private final Node object;
    private final Node step;
    private final boolean safe;

    Step(Typed owner, List<Typed> arguments, StaticType type, Node object, Node step, boolean safe) {
        super(safe ? type.boxed() : type);
        this.owner = owner;
        this.arguments = arguments;
        this.object = object;
        this.step = step;
        this.safe = safe;
    }

    Step(Typed owner, StaticType type, Node object, Node step, boolean safe) {
        this(owner, Collections.<Typed>emptyList(), type, object, step, safe);
    }

    /** What is done to the object: a handle that takes it, and the arguments behind it. */
    abstract MethodHandle member(Linker linker) throws ReflectiveOperationException;

    @Override
    final MethodHandle handle(Linker linker) throws ReflectiveOperationException {
        MethodHandle done = member(linker);
        Class<?> from = done.type().parameterType(0);
        MethodHandle value = Handles.as(owner.handle(linker), from);
        if (!from.isPrimitive() && !safe) {
            value = Handles.then(value, Handles.present(from, object.toString(), step.toString()));
        }
        if (!arguments.isEmpty()) {
            MethodHandle[] values = new MethodHandle[arguments.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments.get(i).handle(linker);
            }
            done = Handles.onto(done, values);
        }
        if (safe) {
            Class<?> boxed = MethodType.methodType(done.type().returnType()).wrap().returnType();
            MethodHandle none = MethodHandles.dropArguments(
                    MethodHandles.constant(boxed, null), 0, done.type().parameterList());
            done = MethodHandles.guardWithTest(Handles.isNull(from), none, Handles.as(done, boxed));
        }
        return arguments.isEmpty() ? Handles.then(value, done) : MethodHandles.foldArguments(done, value);
    }
}
