package io.lockgraft.expression;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Arithmetic and comparison of boxed numbers by Java's numeric promotion, carried on to BigInteger and BigDecimal.
 * Null makes a result null.
 */
final class Numbers {
    /** How numbers are promoted: two of them are computed as the later of their kinds. */
    enum Kind {
        INT("int"),
        LONG("long"),
        FLOAT("float"),
        DOUBLE("double"),
        BIG_INTEGER("java.math.BigInteger"),
        BIG_DECIMAL("java.math.BigDecimal");

        final String type;

        Kind(String type) {
            this.type = type;
        }

        Kind with(Kind other) {
            boolean fraction = this == FLOAT || this == DOUBLE || other == FLOAT || other == DOUBLE;
            if (fraction && (this == BIG_INTEGER || other == BIG_INTEGER)) {
                return BIG_DECIMAL;
            }
            return compareTo(other) > 0 ? this : other;
        }
    }

    private Numbers() {}

    /** The kind of a value, or null where it is no number. */
    static Kind kind(Object value) {
        if (value instanceof Integer) {
            return Kind.INT;
        }
        if (value instanceof Long || value instanceof AtomicLong) {
            return Kind.LONG;
        }
        if (value instanceof Double) {
            return Kind.DOUBLE;
        }
        if (value instanceof BigDecimal) {
            return Kind.BIG_DECIMAL;
        }
        if (value instanceof BigInteger) {
            return Kind.BIG_INTEGER;
        }
        if (value instanceof Float) {
            return Kind.FLOAT;
        }
        boolean small = value instanceof Short
                || value instanceof Byte
                || value instanceof Character
                || value instanceof AtomicInteger;
        return small ? Kind.INT : null;
    }

    /** The kind of the values of a type, or null where it is no number or only the value tells. */
    static Kind kind(StaticType type) {
        switch (type.unboxed().name()) {
            case "byte":
            case "short":
            case "char":
            case "int":
            case "java.util.concurrent.atomic.AtomicInteger":
                return Kind.INT;
            case "java.util.concurrent.atomic.AtomicLong":
                return Kind.LONG;
            default:
                for (Kind each : Kind.values()) {
                    if (type.unboxed().is(each.type)) {
                        return each;
                    }
                }
                return null;
        }
    }

    static Object compute(String operator, Object left, Object right) {
        if (left == null || right == null) {
            return null;
        }
        Kind kind = require(operator, left).with(require(operator, right));
        switch (kind) {
            case INT:
                return ints(operator, intOf(left), intOf(right));
            case LONG:
                return longs(operator, longOf(left), longOf(right));
            case FLOAT:
                return floats(operator, floatOf(left), floatOf(right));
            case DOUBLE:
                return doubles(operator, doubleOf(left), doubleOf(right));
            case BIG_INTEGER:
                return integers(operator, integerOf(left), integerOf(right));
            default:
                return decimals(operator, decimalOf(left), decimalOf(right));
        }
    }

    static Object negate(Object value) {
        return compute("*", -1, value);
    }

    private static Kind require(String operator, Object value) {
        Kind kind = kind(value);
        if (kind == null) {
            throw new EvaluationException(
                    operator + " needs numbers, not "
                            + StaticType.simple(value.getClass().getName()),
                    null);
        }
        return kind;
    }

    private static int ints(String operator, int a, int b) {
        switch (operator) {
            case "+":
                return a + b;
            case "-":
                return a - b;
            case "*":
                return a * b;
            case "/":
                return a / divisor(b);
            default:
                return a % (int) divisor(b);
        }
    }

    private static long longs(String operator, long a, long b) {
        switch (operator) {
            case "+":
                return a + b;
            case "-":
                return a - b;
            case "*":
                return a * b;
            case "/":
                return a / divisor(b);
            default:
                return a % divisor(b);
        }
    }

    private static int divisor(int b) {
        return (int) divisor((long) b);
    }

    private static long divisor(long b) {
        if (b == 0) {
            throw new EvaluationException("division by zero", null);
        }
        return b;
    }

    /** By way of double, which has room enough that rounding twice is rounding once, for these five operators. */
    private static float floats(String operator, float a, float b) {
        return (float) doubles(operator, a, b);
    }

    private static double doubles(String operator, double a, double b) {
        switch (operator) {
            case "+":
                return a + b;
            case "-":
                return a - b;
            case "*":
                return a * b;
            case "/":
                return a / b;
            default:
                return a % b;
        }
    }

    private static BigInteger integers(String operator, BigInteger a, BigInteger b) {
        switch (operator) {
            case "+":
                return a.add(b);
            case "-":
                return a.subtract(b);
            case "*":
                return a.multiply(b);
            case "/":
                divisor(b.signum());
                return a.divide(b);
            default:
                divisor(b.signum());
                return a.remainder(b);
        }
    }

    private static BigDecimal decimals(String operator, BigDecimal a, BigDecimal b) {
        switch (operator) {
            case "+":
                return a.add(b);
            case "-":
                return a.subtract(b);
            case "*":
                return a.multiply(b);
            case "/":
                divisor(b.signum());
                return a.divide(b, MathContext.DECIMAL128);
            default:
                divisor(b.signum());
                return a.remainder(b);
        }
    }

    /**
     * Whether {@code left operator right}, for one of the six comparisons; NaN is neither less nor equal, as in Java.
     */
    static boolean compare(String operator, Object left, Object right) {
        switch (kind(left).with(kind(right))) {
            case INT:
            case LONG:
                return Comparing.holds(operator, Long.compare(longOf(left), longOf(right)));
            case FLOAT:
                return compare(operator, (double) floatOf(left), (double) floatOf(right));
            case DOUBLE:
                return compare(operator, doubleOf(left), doubleOf(right));
            case BIG_INTEGER:
                return Comparing.holds(operator, integerOf(left).compareTo(integerOf(right)));
            default:
                if (isNan(left) || isNan(right)) {
                    return operator.equals("!=");
                }
                return Comparing.holds(operator, decimalOf(left).compareTo(decimalOf(right)));
        }
    }

    private static boolean compare(String operator, double a, double b) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return operator.equals("!=");
        }
        return Comparing.holds(operator, a < b ? -1 : a > b ? 1 : 0);
    }

    private static boolean isNan(Object value) {
        return (value instanceof Double || value instanceof Float) && Double.isNaN(doubleOf(value));
    }

    private static int intOf(Object value) {
        return value instanceof Character ? (Character) value : ((Number) value).intValue();
    }

    private static long longOf(Object value) {
        return value instanceof Character ? (Character) value : ((Number) value).longValue();
    }

    private static float floatOf(Object value) {
        return value instanceof Character ? (Character) value : ((Number) value).floatValue();
    }

    private static double doubleOf(Object value) {
        return value instanceof Character ? (Character) value : ((Number) value).doubleValue();
    }

    private static BigInteger integerOf(Object value) {
        return value instanceof BigInteger ? (BigInteger) value : BigInteger.valueOf(longOf(value));
    }

    private static BigDecimal decimalOf(Object value) {
        if (value instanceof BigDecimal) {
            return (BigDecimal) value;
        }
        if (value instanceof Double || value instanceof Float) {
            double wide = doubleOf(value);
            if (Double.isNaN(wide) || Double.isInfinite(wide)) {
                throw new EvaluationException(wide + " is no decimal number", null);
            }
            return KeyText.shortest((Number) value);
        }
        return new BigDecimal(integerOf(value));
    }
}
