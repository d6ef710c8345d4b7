package io.lockgraft.language.expression.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Compares boxed numbers by value, whatever their types; computes with whole ones. */
public final class Numbers {
    private Numbers() {}

    static boolean isNumber(Object value) {
        return isWhole(value) || isBig(value) || value instanceof Double || value instanceof Float;
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer
                || value instanceof Long
                || value instanceof Short
                || value instanceof Byte
                || value instanceof Character
                || value instanceof AtomicInteger
                || value instanceof AtomicLong;
    }

    private static boolean isBig(Object value) {
        return value instanceof BigDecimal || value instanceof BigInteger;
    }

    /** An int is the low half of what this makes of two ints. */
    public static long compute(String operator, long a, long b) {
        switch (operator) {
            case "+":
                return a + b;
            case "-":
                return a - b;
            case "*":
                return a * b;
            default:
                if (b == 0) {
                    throw new EvaluationException("division by zero");
                }
                return operator.equals("/") ? a / b : a % b;
        }
    }

    /** Computes with boxes. Returns null if one of them is null. */
    public static Object computeOrNull(String operator, boolean isLong, Object left, Object right) {
        if (left == null || right == null) {
            return null;
        }
        long value = compute(operator, longOf(left), longOf(right));
        return isLong ? (Object) value : (Object) (int) value;
    }

    /**
     * Evaluates {@code left operator right} for one of the six comparisons; NaN is neither less nor equal, as in Java.
     */
    static boolean compare(String operator, Object left, Object right) {
        if (isWhole(left) && isWhole(right)) {
            return Comparisons.holds(operator, Long.compare(longOf(left), longOf(right)));
        }
        if ((isBig(left) || isBig(right)) && isFinite(left) && isFinite(right)) {
            return Comparisons.holds(operator, decimalOf(left).compareTo(decimalOf(right)));
        }
        double a = doubleOf(left);
        double b = doubleOf(right);
        boolean ordered = a <= b || a >= b;
        return ordered ? Comparisons.holds(operator, a < b ? -1 : a > b ? 1 : 0) : operator.equals("!=");
    }

    private static boolean isFinite(Object value) {
        return isBig(value) || !Double.isNaN(doubleOf(value)) && !Double.isInfinite(doubleOf(value));
    }

    private static long longOf(Object value) {
        return value instanceof Character ? (Character) value : ((Number) value).longValue();
    }

    private static double doubleOf(Object value) {
        return value instanceof Character ? (Character) value : ((Number) value).doubleValue();
    }

    private static BigDecimal decimalOf(Object value) {
        if (value instanceof BigDecimal) {
            return (BigDecimal) value;
        }
        if (value instanceof BigInteger) {
            return new BigDecimal((BigInteger) value);
        }
        return isWhole(value) ? BigDecimal.valueOf(longOf(value)) : KeyText.shortest((Number) value);
    }
}
