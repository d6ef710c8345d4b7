package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** {@code a and b}, {@code a or b}; the second is computed only where the first leaves it open. */
final class LogicNode extends Node {
    private final boolean and;
    private final Node left;
    private final Node right;

    LogicNode(boolean and, Node left, Node right) {
        this.and = and;
        this.left = left;
        this.right = right;
    }

    @Override
    Typed type(Scope scope) throws Misfit {
        Typed first = Truth.type(left, scope);
        Typed second = Truth.type(right, scope);
        return new Typed(StaticType.BOOLEAN) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle known = Values.constant(boolean.class, !and);
                MethodHandle open = second.handle(linker);
                return MethodHandles.guardWithTest(first.handle(linker), and ? open : known, and ? known : open);
            }
        };
    }
}
