package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** {@code a.name} or {@code a.name(x)}: a step from an object to what it has or does. */
public abstract class StepNode extends SyntaxNode {
    /** Whose step it is. */
    public final SyntaxNode of;

    public final String name;
    public final boolean safe;

    /** @param safe whether it is null where the object is null: {@code a?.name} */
    StepNode(SyntaxNode of, String name, boolean safe) {
        this.of = of;
        this.name = name;
        this.safe = safe;
    }

    /**
     * Fails in words where the object is null, or gives null where it is safe. The arguments of a safe step from null
     * are not computed.
     */
    abstract class Step extends TypedNode {
        private final TypedNode owner;
        private final List<TypedNode> arguments;

        Step(StaticType type, TypedNode owner, List<TypedNode> arguments) {
            super(safe ? type.boxed() : type);
            this.owner = owner;
            this.arguments = arguments;
        }

        /** Returns a handle for this step: it takes the object, and the arguments behind it. */
        abstract MethodHandle member(Linker linker) throws ReflectiveOperationException;

        @Override
        public final MethodHandle handle(Linker linker) throws ReflectiveOperationException {
            MethodHandle done = member(linker);
            Class<?> from = done.type().parameterType(0);
            MethodHandle value = Handles.as(owner.handle(linker), from);
            if (!from.isPrimitive() && !safe) {
                value = Handles.then(value, Handles.present(from, of.toString(), StepNode.this.toString()));
            }
            if (!arguments.isEmpty()) {
                MethodHandle[] values = new MethodHandle[arguments.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = arguments.get(i).handle(linker);
                }
                done = Handles.onto(done, values);
            }
            if (safe) {
                Class<?> boxed = done.type().wrap().returnType();
                MethodHandle none = MethodHandles.dropArguments(
                        MethodHandles.constant(boxed, null), 0, done.type().parameterList());
                done = MethodHandles.guardWithTest(Handles.isNull(from), none, Handles.as(done, boxed));
            }
            return arguments.isEmpty() ? Handles.then(value, done) : MethodHandles.foldArguments(done, value);
        }
    }
}
