package io.lockgraft.rules.yaml;

import io.lockgraft.spi.text.NearNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.regex.Pattern;

/** Reads a value without quotes as YAML 1.2 does: null, true or false, a decimal number, or else a text. */
public final class PlainValue {
    private static final Pattern FRACTION = Pattern.compile("[-+]?(\\d+\\.\\d*|\\.\\d+)");
    private static final Pattern WHOLE = Pattern.compile("[-+]?\\d+");

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
        if (FRACTION.matcher(text).matches()) {
            return new BigDecimal(text);
        }
        return WHOLE.matcher(text).matches() ? whole(text) : text;
    }

    private static Object whole(String text) {
        BigInteger number = new BigInteger(text);
        if (number.bitLength() < 32) {
            return number.intValue();
        }
        return number.bitLength() < 64 ? (Object) number.longValue() : number;
    }

    /**
     * Returns a hint at the one of two words that a flag of YAML 1.1 ({@code yes}, {@code on}) means, which is none in
     * a rules file. Empty for another text.
     */
    public static String flagMeant(String text, String on, String off) {
        boolean isOn = Arrays.asList("yes", "on", "true").contains(text);
        boolean isOff = Arrays.asList("no", "off", "false").contains(text);
        return isOn || isOff ? NearNames.didYouMean(Collections.singletonList(isOn ? on : off)) : "";
    }
}
