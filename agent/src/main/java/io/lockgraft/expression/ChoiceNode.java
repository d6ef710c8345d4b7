package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * {@code c ? a : b}; only the one that is chosen is computed, and it keeps its own type. {@code a and b}, {@code a or b}
 * and {@code not a} are choices between conditions.
 */
final class ChoiceNode extends Node {
    private final Node condition;
    private final Node whenTrue;
    private final Node whenFalse;
    private final boolean conditions;

    private ChoiceNode(Node condition, Node whenTrue, Node whenFalse, boolean conditions) {
        this.condition = condition;
        this.whenTrue = whenTrue;
        this.whenFalse = whenFalse;
        this.conditions = conditions;
    }

    static Node of(Node condition, Node whenTrue, Node whenFalse) {
        return new ChoiceNode(condition, whenTrue, whenFalse, false);
    }

    static Node and(Node left, Node right) {
        return new ChoiceNode(left, right, new LiteralNode(false), true);
    }

    static Node or(Node left, Node right) {
        return new ChoiceNode(left, new LiteralNode(true), right, true);
    }

    static Node not(Node operand) {
        return new ChoiceNode(operand, new LiteralNode(false), new LiteralNode(true), true);
    }

    @Override
    Typed type(Scope scope) throws BindException {
        Typed test = truth(condition, scope);
        Typed first = conditions ? truth(whenTrue, scope) : whenTrue.type(scope);
        Typed second = conditions ? truth(whenFalse, scope) : whenFalse.type(scope);
        return new Typed(join(first.type(), second.type(), scope)) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                Class<?> common = type().isPrimitive() ? linker.load(type()) : Object.class;
                return MethodHandles.guardWithTest(
                        test.handle(linker),
                        Handles.as(first.handle(linker), common),
                        Handles.as(second.handle(linker), common));
            }
        };
    }

    /** Types an expression that must be true or false. */
    static Typed truth(Node node, Scope scope) throws BindException {
        Typed typed = node.type(scope);
        if (!typed.type().isDynamic() && !typed.type().unboxed().is("boolean")) {
            throw new BindException(node + " is no condition: it is of type " + typed.type() + ", not boolean");
        }
        return new Typed(StaticType.BOOLEAN) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle value = typed.handle(linker);
                return value.type().returnType() == boolean.class
                        ? value
                        : Handles.then(value, MethodHandles.insertArguments(Handles.TRUTH, 0, node.toString()));
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
