package io.lockgraft.engine.outcome;

import io.lockgraft.language.type.Primitives;
import io.lockgraft.language.type.Publishers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** A rule's {@code {return: value}} in the return type of a method: a value as YAML reads it, never cut to fit. */
final class ReturnValue {
    /** Returned by {@link #of} for a text if the type may be an enum: the class must be looked at. */
    static final Object CONSTANT = new Object();

    private static final Set<String> TAKE_TEXT = new HashSet<>(Arrays.asList(
            "java.lang.String", "java.lang.CharSequence", "java.lang.Comparable", "java.io.Serializable"));

    private ReturnValue() {}

    /**
     * The value as this type; throws IllegalArgumentException, with the reason as its message, where it does not fit.
     */
    static Object of(Object value, String type) {
        if (value == null) {
            if (Primitives.contain(type)) {
                throw new IllegalArgumentException("null is no " + type);
            }
            if (Publishers.isNeverEmpty(type)) {
                throw new IllegalArgumentException(type + " has no empty form; write a value, or throw");
            }
            return null;
        }
        if (Publishers.isAlwaysEmpty(type)) {
            throw new IllegalArgumentException(type + " gives no item; write skip");
        }
        if (Publishers.contain(type)) {
            // Its one item, whose type is unknown.
            return value;
        }
        if (type.equals("void")) {
            throw new IllegalArgumentException("the method returns nothing; write skip");
        }
        String primitive = Primitives.unboxed(type);
        switch (primitive) {
            case "byte":
                return (byte) whole(value, primitive, Byte.MAX_VALUE);
            case "short":
                return (short) whole(value, primitive, Short.MAX_VALUE);
            case "int":
                return (int) whole(value, primitive, Integer.MAX_VALUE);
            case "long":
                return whole(value, primitive, Long.MAX_VALUE);
            case "float":
                return floating(value, primitive);
            case "double":
                return number(value, primitive).doubleValue();
            case "boolean":
                return fits(value, value instanceof Boolean, type, "write true or false");
            case "char":
                boolean one = value instanceof String && ((String) value).length() == 1;
                return fits(value, one, type, "write one character in quotes")
                        .toString()
                        .charAt(0);
            case "java.lang.Object":
                return value;
            case "java.lang.Number":
                return number(value, type);
            case "java.math.BigInteger":
                return integer(value, type);
            case "java.math.BigDecimal":
                return decimal(value, type);
            default:
                return reference(value, type);
        }
    }

    private static Object reference(Object value, String type) {
        boolean text = TAKE_TEXT.contains(type);
        String instead =
                text ? "write a text in quotes" : "only null, or the name of an enum's constant, can be returned here";
        fits(value, value instanceof String, type, instead);
        return text ? value : CONSTANT;
    }

    private static long whole(Object value, String primitive, long largest) {
        BigInteger integer = integer(value, primitive);
        long number = integer.longValue();
        if (integer.bitLength() > 63 || number > largest || number < -largest - 1) {
            throw new IllegalArgumentException(value + " is out of the range of " + primitive);
        }
        return number;
    }

    private static float floating(Object value, String primitive) {
        double number = number(value, primitive).doubleValue();
        if (Float.isInfinite((float) number) && !Double.isInfinite(number)) {
            throw new IllegalArgumentException(value + " is out of the range of float");
        }
        return (float) number;
    }

    private static Number number(Object value, String type) {
        return (Number) fits(value, value instanceof Number, type, "write a number");
    }

    private static BigInteger integer(Object value, String type) {
        boolean whole = value instanceof Integer || value instanceof Long || value instanceof BigInteger;
        return new BigInteger(fits(value, whole, type, "write a whole number").toString());
    }

    private static BigDecimal decimal(Object value, String type) {
        boolean finite = value instanceof Number && !value.toString().matches("NaN|-?Infinity");
        return new BigDecimal(fits(value, finite, type, "write a number").toString());
    }

    private static Object fits(Object value, boolean does, String type, String instead) {
        if (!does) {
            String shown = value instanceof String ? "'" + value + "'" : String.valueOf(value);
            throw new IllegalArgumentException(shown + " is no " + type + "; " + instead);
        }
        return value;
    }
}
