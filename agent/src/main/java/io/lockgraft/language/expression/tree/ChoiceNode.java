package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * {@code c ? a : b}; only the one that is chosen is computed, and it keeps its own type. {@code a and b}, {@code a or
 * b}
 * and {@code not a} are choices between conditions.
 */
public final class ChoiceNode extends SyntaxNode {
    private final SyntaxNode condition;
    private final SyntaxNode whenTrue;
    private final SyntaxNode whenFalse;
    private final boolean conditions;

    private ChoiceNode(SyntaxNode condition, SyntaxNode whenTrue, SyntaxNode whenFalse, boolean conditions) {
        this.condition = condition;
        this.whenTrue = whenTrue;
        this.whenFalse = whenFalse;
        this.conditions = conditions;
    }

    public static SyntaxNode of(SyntaxNode condition, SyntaxNode whenTrue, SyntaxNode whenFalse) {
        return new ChoiceNode(condition, whenTrue, whenFalse, false);
    }

    public static SyntaxNode and(SyntaxNode left, SyntaxNode right) {
        return new ChoiceNode(left, right, new LiteralNode(false), true);
    }

    public static SyntaxNode or(SyntaxNode left, SyntaxNode right) {
        return new ChoiceNode(left, new LiteralNode(true), right, true);
    }

    public static SyntaxNode not(SyntaxNode operand) {
        return new ChoiceNode(operand, new LiteralNode(false), new LiteralNode(true), true);
    }

    @Override
    public TypedNode type(Scope scope) throws BindException {
        TypedNode test = truth(condition, scope);
        TypedNode first = conditions ? truth(whenTrue, scope) : whenTrue.type(scope);
        TypedNode second = conditions ? truth(whenFalse, scope) : whenFalse.type(scope);
        return new TypedNode(join(first.type(), second.type(), scope)) {
            @Override
            public MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                Class<?> common = type().isPrimitive() ? linker.load(type()) : Object.class;
                return MethodHandles.guardWithTest(
                        test.handle(linker),
                        Handles.as(first.handle(linker), common),
                        Handles.as(second.handle(linker), common));
            }
        };
    }

    /** Types an expression that must be true or false. */
    public static TypedNode truth(SyntaxNode node, Scope scope) throws BindException {
        TypedNode typed = node.type(scope);
        if (!typed.type().isDynamic() && !typed.type().unboxed().is("boolean")) {
            throw new BindException(node + " is no condition: it is of type " + typed.type() + ", not boolean");
        }
        return new TypedNode(StaticType.BOOLEAN) {
            @Override
            public MethodHandle handle(Linker linker) throws ReflectiveOperationException {
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
        if (scope.hierarchy.isSubtype(first, second.name())) {
            return second;
        }
        return scope.hierarchy.isSubtype(second, first.name()) ? first : StaticType.OBJECT;
    }
}
