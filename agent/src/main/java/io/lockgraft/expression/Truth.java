package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Values as conditions: true or false, and nothing else is either. */
final class Truth {
    private Truth() {}

    /** Types an expression that must be true or false. */
    static Typed type(Node node, Scope scope) throws Misfit {
        Typed typed = node.type(scope);
        if (!typed.type().isDynamic() && !typed.type().unboxed().is("boolean")) {
            throw new Misfit(node + " is no condition: it is of type " + typed.type() + ", not boolean");
        }
        return new Typed(StaticType.BOOLEAN) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle value = typed.handle(linker);
                return value.type().returnType() == boolean.class
                        ? value
                        : Values.then(value, MethodHandles.insertArguments(Functions.TRUTH, 0, node.toString()));
            }
        };
    }

    static boolean of(String what, Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value;
        }
        String is = value == null
                ? "null"
                : "a " + StaticType.simple(value.getClass().getName());
        throw new EvaluationException(what + " is " + is + ", neither true nor false", null);
    }
}
