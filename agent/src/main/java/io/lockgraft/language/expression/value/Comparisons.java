package io.lockgraft.language.expression.value;

import io.lockgraft.language.type.TypeNames;

/** The six comparisons of values whose types only the call shows. */
public final class Comparisons {
    private Comparisons() {}

    /** Compares two whole numbers, as most conditions do. */
    public static boolean compareLongs(String operator, long left, long right) {
        return holds(operator, Long.compare(left, right));
    }

    public static boolean compare(String operator, Object left, Object right) {
        return operator.equals("==") || operator.equals("!=")
                ? areEqual(left, right) == operator.equals("==")
                : isOrdered(operator, left, right);
    }

    /** Whether a value is true; what it is of is told where it is neither true nor false. */
    public static boolean isTrue(String what, Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value;
        }
        String is = value == null ? "null" : "a " + TypeNames.of(value);
        throw new EvaluationException(what + " is " + is + ", neither true nor false");
    }

    /** Numbers by value across widths, an enum constant or a character also to its text, the rest by equals. */
    private static boolean areEqual(Object left, Object right) {
        if (left == null || right == null) {
            return left == right;
        }
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return Numbers.compare("==", left, right);
        }
        if (left instanceof CharSequence != right instanceof CharSequence) {
            return named(left).equals(named(right));
        }
        return left.equals(right);
    }

    private static Object named(Object value) {
        if (value instanceof CharSequence || value instanceof Character) {
            return value.toString();
        }
        return value instanceof Enum ? ((Enum<?>) value).name() : value;
    }

    @SuppressWarnings("unchecked")
    private static boolean isOrdered(String operator, Object left, Object right) {
        if (left == null || right == null) {
            throw new EvaluationException(
                    "the " + (left == null ? "left" : "right") + " side of " + operator + " is null");
        }
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return Numbers.compare(operator, left, right);
        }
        Object a = left instanceof Character ? named(left) : left;
        Object b = right instanceof Character ? named(right) : right;
        if (!(a instanceof Comparable)) {
            throw new EvaluationException(TypeNames.of(a) + " has no order: " + operator + " needs Comparable");
        }
        try {
            return holds(operator, ((Comparable<Object>) a).compareTo(b));
        } catch (ClassCastException e) {
            throw new EvaluationException(TypeNames.of(a) + " cannot be compared with " + TypeNames.of(b), e);
        }
    }

    /** True if the comparison holds for this result of compareTo. */
    static boolean holds(String operator, int order) {
        switch (operator) {
            case "<":
                return order < 0;
            case "<=":
                return order <= 0;
            case ">":
                return order > 0;
            case ">=":
                return order >= 0;
            case "==":
                return order == 0;
            default:
                return order != 0;
        }
    }
}
