package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** {@code c ? a : b}; only the one that is chosen is computed, and it keeps its own type. */
final class ChoiceNode extends Node {
    private final Node condition;
    private final Node whenTrue;
    private final Node whenFalse;

    ChoiceNode(Node condition, Node whenTrue, Node whenFalse) {
        this.condition = condition;
        this.whenTrue = whenTrue;
        this.whenFalse = whenFalse;
    }

    @Override
    Typed type(Scope scope) throws Misfit {
        Typed test = Truth.type(condition, scope);
        Typed first = whenTrue.type(scope);
        Typed second = whenFalse.type(scope);
        return new Typed(join(first.type(), second.type(), scope)) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                Class<?> common = type().isPrimitive() ? linker.load(type()) : Object.class;
                return MethodHandles.guardWithTest(
                        test.handle(linker),
                        Values.as(first.handle(linker), common),
                        Values.as(second.handle(linker), common));
            }
        };
    }

    /** The narrowest of the two types that takes both, or Object. */
    static StaticType join(StaticType one, StaticType other, Scope scope) {
        if (one.is(other.name())) {
            return one;
        }
        StaticType first = one.boxed();
        StaticType second = other.boxed();
        if (scope.hierarchy().isSubtype(first, second.name())) {
            return second;
        }
        return scope.hierarchy().isSubtype(second, first.name()) ? first : StaticType.OBJECT;
    }
}
