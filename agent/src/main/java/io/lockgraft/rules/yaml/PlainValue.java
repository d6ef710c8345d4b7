package io.lockgraft.rules.yaml;

import io.lockgraft.spi.text.NearNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;

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

    /** Which of the two words a text means that is a flag in YAML 1.1, and is none in a rules file. */
    public static String flagMeant(String text, String on, String off) {
        boolean isOn = Arrays.asList("yes", "on", "true").contains(text);
        boolean isOff = Arrays.asList("no", "off", "false").contains(text);
        return isOn || isOff ? NearNames.didYouMean(Collections.singletonList(isOn ? on : off)) : "";
    }
}
