package io.lockgraft.language.expression.value;

import io.lockgraft.language.type.TypeNames;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Calendar;
import java.util.Date;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.BaseStream;

/**
 * The text of a value inside a key: the same in every JVM for values that are the same. Numbers are written in plain
 * decimals without needless zeros, so that 1, 1.0 and 1.00 are one key.
 */
public final class KeyText {
    /** The message for a value that has several elements. */
    public static final String SEVERAL = " has no text of its own; take one element of it with [0], or each with [*]";

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private KeyText() {}

    /** The text; null for null and for an empty Optional. */
    public static String of(Object value) {
        if (value instanceof String) {
            return (String) value;
        }
        if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        if (value instanceof Number) {
            return number((Number) value);
        }
        return value == null ? null : other(value);
    }

    /** The texts of both behind one another; null where one of them is. */
    public static String join(Object left, Object right) {
        String first = of(left);
        String second = of(right);
        return first == null || second == null ? null : first.concat(second);
    }

    /** The text for a person: any value has one. */
    public static String anyOf(Object value) {
        if (value == null || value instanceof Optional && !((Optional<?>) value).isPresent()) {
            return null;
        }
        boolean stable = value instanceof Enum || value instanceof Double || value instanceof BigDecimal;
        return stable ? of(value) : value.toString();
    }

    private static String number(Number value) {
        if (value instanceof Double || value instanceof Float) {
            return decimal(value);
        }
        return value instanceof BigDecimal ? decimal((BigDecimal) value) : ToStringText.of(value);
    }

    private static String other(Object value) {
        if (value instanceof Date) {
            return isLocal(value.getClass()) ? value.toString() : Long.toString(((Date) value).getTime());
        }
        if (value instanceof Calendar) {
            return Long.toString(((Calendar) value).getTimeInMillis());
        }
        if (value instanceof byte[]) {
            return hex((byte[]) value, ((byte[]) value).length);
        }
        if (value instanceof Class) {
            return ((Class<?>) value).getName();
        }
        if (value instanceof AtomicReference) {
            return of(((AtomicReference<?>) value).get());
        }
        if (isSeveral(value)) {
            throw new EvaluationException(TypeNames.simple(value.getClass().getTypeName()) + SEVERAL);
        }
        return value.getClass().getName().startsWith("java.util.Optional") ? optional(value) : ToStringText.of(value);
    }

    /**
     * True for java.sql.Date and Time: the milliseconds of the same day and hour are others in another time zone. By
     * name: no class of the module java.sql is seen by the agent's loader.
     */
    private static boolean isLocal(Class<?> type) {
        for (Class<?> up = type; up != Date.class; up = up.getSuperclass()) {
            if (up.getName().equals("java.sql.Date") || up.getName().equals("java.sql.Time")) {
                return true;
            }
        }
        return false;
    }

    private static String optional(Object value) {
        if (value instanceof Optional) {
            return of(((Optional<?>) value).orElse(null));
        }
        if (value instanceof OptionalInt) {
            return ((OptionalInt) value).isPresent() ? of(((OptionalInt) value).getAsInt()) : null;
        }
        if (value instanceof OptionalLong) {
            return ((OptionalLong) value).isPresent() ? of(((OptionalLong) value).getAsLong()) : null;
        }
        return ((OptionalDouble) value).isPresent() ? of(((OptionalDouble) value).getAsDouble()) : null;
    }

    private static boolean isSeveral(Object value) {
        return value.getClass().isArray()
                || value instanceof Iterable && !(value instanceof java.nio.file.Path)
                || value instanceof Map
                || value instanceof Iterator
                || value instanceof BaseStream;
    }

    /** The shortest decimal that means this number. Double.toString is another in Java 18 and in Java 19. */
    private static String decimal(Number value) {
        double wide = value.doubleValue();
        return Double.isNaN(wide) || Double.isInfinite(wide) ? value.toString() : decimal(shortest(value));
    }

    /** The shortest decimal that is nearest to this finite Float or Double and to no other. */
    static BigDecimal shortest(Number value) {
        BigDecimal exact = new BigDecimal(value.doubleValue());
        for (int digits = 1; digits < 17; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits));
            boolean same = value instanceof Float
                    ? rounded.floatValue() == value.floatValue()
                    : rounded.doubleValue() == value.doubleValue();
            if (same) {
                return rounded;
            }
        }
        return exact.round(new MathContext(17));
    }

    private static String decimal(BigDecimal value) {
        BigDecimal bare = value.stripTrailingZeros();
        boolean plain = Math.abs((long) bare.scale()) <= 100;
        return plain ? bare.toPlainString() : bare.toString();
    }

    /** True if the text is empty or white space. */
    public static boolean isBlank(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The function hash(x): 16 hexadecimal digits; a text that is missing or blank stays so. */
    public static String hash(Object value) {
        String text = of(value);
        return text == null || isBlank(text) ? text : hex(sha256(text.getBytes(StandardCharsets.UTF_8)), 8);
    }

    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String hex(byte[] bytes, int count) {
        StringBuilder text = new StringBuilder(2 * count);
        for (int i = 0; i < count; i++) {
            text.append(HEX[bytes[i] >> 4 & 15]).append(HEX[bytes[i] & 15]);
        }
        return text.toString();
    }
}
