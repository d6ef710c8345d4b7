package io.lockgraft.language.expression;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** What operators and steps mean, said as plainly as Java lets one say it; shares nothing with what it judges. */
final class PlainMeaning {
    /** The expression has no value: the compiled one must fail too. */
    static final class NoValue extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoValue(String why) {
            super(why);
        }
    }

    private PlainMeaning() {}

    static Object property(Object of, String name) {
        if (of == null) {
            throw new NoValue("null has no " + name);
        }
        if (of instanceof Map<?, ?> map) {
            return map.get(name);
        }
        String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        for (String getter : List.of("get" + capital, "is" + capital)) {
            for (Class<?> c = of.getClass(); c != null; c = c.getSuperclass()) {
                try {
                    Method method = c.getDeclaredMethod(getter);
                    method.setAccessible(true);
                    return method.invoke(of);
                } catch (NoSuchMethodException e) {
                    // Further up, or the field.
                } catch (ReflectiveOperationException e) {
                    throw new NoValue(e.toString());
                }
            }
        }
        for (Class<?> c = of.getClass(); c != null; c = c.getSuperclass()) {
            try {
                Field field = c.getDeclaredField(name);
                field.setAccessible(true);
                return field.get(of);
            } catch (NoSuchFieldException e) {
                // Further up.
            } catch (ReflectiveOperationException e) {
                throw new NoValue(e.toString());
            }
        }
        throw new NoValue(of.getClass() + " has no " + name);
    }

    static Object index(Object of, Object at) {
        try {
            if (of instanceof Map<?, ?> map) {
                return map.get(at);
            }
            return of instanceof int[] array ? (Object) array[(int) at] : ((List<?>) of).get((int) at);
        } catch (RuntimeException e) {
            throw new NoValue(e.toString());
        }
    }

    static boolean truth(Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw new NoValue("neither true nor false");
    }

    static Object arithmetic(String operator, Object a, Object b) {
        if (operator.equals("+") && (a instanceof String || b instanceof String)) {
            return a == null || b == null ? null : text(a) + text(b);
        }
        if (a == null || b == null) {
            return null;
        }
        if (!(a instanceof Number x) || !(b instanceof Number y)) {
            throw new NoValue("no numbers");
        }
        try {
            return a instanceof Long || b instanceof Long
                    ? (Object) whole(operator, x.longValue(), y.longValue())
                    : (Object) small(operator, x.intValue(), y.intValue());
        } catch (ArithmeticException e) {
            throw new NoValue("division by zero");
        }
    }

    private static boolean isFraction(Object value) {
        return value instanceof Double;
    }

    private static boolean isBig(Object value) {
        return value instanceof BigDecimal || value instanceof BigInteger;
    }

    private static int small(String operator, int a, int b) {
        return switch (operator) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> a / b;
            default -> a % b;
        };
    }

    private static long whole(String operator, long a, long b) {
        return switch (operator) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> a / b;
            default -> a % b;
        };
    }

    static BigDecimal toDecimal(Number value) {
        if (!(value instanceof Double d)) {
            return new BigDecimal(value.toString());
        }
        if (d.isNaN() || d.isInfinite()) {
            throw new NoValue("no decimal");
        }
        for (int digits = 1; ; digits++) {
            String text = new BigDecimal(d).round(new MathContext(digits)).toString();
            if (Double.parseDouble(text) == d) {
                return new BigDecimal(text);
            }
        }
    }

    static boolean equal(Object a, Object b) {
        if (a == null || b == null) {
            return a == b;
        }
        if (a instanceof Number && b instanceof Number) {
            return ordered("==", a, b);
        }
        if (a instanceof Enum<?> e && b instanceof String) {
            return e.name().equals(b);
        }
        return b instanceof Enum<?> e && a instanceof String ? e.name().equals(a) : a.equals(b);
    }

    static boolean less(String operator, Object a, Object b) {
        if (a == null || b == null) {
            throw new NoValue("null has no order");
        }
        if (a instanceof Number && b instanceof Number) {
            return ordered(operator, a, b);
        }
        if (a instanceof String x && b instanceof String y) {
            return holds(operator, x.compareTo(y));
        }
        if (a instanceof Boolean x && b instanceof Boolean y) {
            return holds(operator, x.compareTo(y));
        }
        throw new NoValue("no order");
    }

    private static boolean ordered(String operator, Object a, Object b) {
        boolean fractions = isFraction(a) || isFraction(b);
        if (fractions && !isBig(a) && !isBig(b)) {
            double x = ((Number) a).doubleValue();
            double y = ((Number) b).doubleValue();
            return switch (operator) {
                case "<" -> x < y;
                case "<=" -> x <= y;
                case ">" -> x > y;
                case ">=" -> x >= y;
                default -> x == y;
            };
        }
        for (Object each : List.of(a, b)) {
            if (each instanceof Double d && d.isNaN()) {
                return false;
            }
        }
        return holds(operator, toDecimal((Number) a).compareTo(toDecimal((Number) b)));
    }

    private static boolean holds(String operator, int order) {
        return switch (operator) {
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            case ">=" -> order >= 0;
            default -> order == 0;
        };
    }

    static String text(Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof Enum<?> e) {
            return e.name();
        }
        boolean odd = value instanceof Double d && (d.isNaN() || d.isInfinite());
        if (!odd && (value instanceof Double || value instanceof BigDecimal)) {
            return toDecimal((Number) value).stripTrailingZeros().toPlainString();
        }
        return value.toString();
    }

    static String hash(Object value) {
        String text = text(value);
        if (text == null || text.isBlank()) {
            return text;
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, 16);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
