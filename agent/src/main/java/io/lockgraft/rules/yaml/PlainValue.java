package io.lockgraft.rules.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * What a value without quotes is: null, true or false, a number, or else a text; YAML 1.2's own reading, in decimal.
 */
public final class PlainValue {
    private PlainValue() {}

    public static Object of(String text) {
        switch (text) {
            case "":
            case "~":
            case "null":
                return null;
            case "true":
                return Boolean.TRUE;
            case "false":
                return Boolean.FALSE;
            default:
                return number(text);
        }
    }

    private static Object number(String text) {
        if (text.matches("[-+]?(\\d+\\.\\d*|\\.\\d+)")) {
            return new BigDecimal(text);
        }
        return text.matches("[-+]?\\d+") ? whole(text) : text;
    }

    private static Object whole(String text) {
        BigInteger number = new BigInteger(text);
        if (number.bitLength() < 32) {
            return number.intValue();
        }
        return number.bitLength() < 64 ? (Object) number.longValue() : number;
    }

    /** The whole number that a text is, or null; a very long one is too large for any setting. */
    static Long wholeNumber(String text) {
        if (!text.matches("-?\\d+")) {
            return null;
        }
        return text.length() > 12 ? Long.MAX_VALUE : Long.valueOf(text);
    }
}
