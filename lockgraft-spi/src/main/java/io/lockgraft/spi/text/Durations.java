package io.lockgraft.spi.text;

import java.time.DateTimeException;
import java.time.Duration;

/**
 * Durations as the rules file writes them: {@code 500ms}, {@code 10s}, {@code 5m}, {@code 1h}, {@code 2d}, ISO's {@code
 * PT15M}, and {@code 0}. What is wrong is told without the text itself, which may come from a secret.
 */
public final class Durations {
    private static final long LONGEST_MILLIS = 36_500L * 24 * 60 * 60 * 1000;
    private static final String FORMS = "write 500ms, 10s, 5m, 1h, 2d or PT15M";

    private Durations() {}

    /** Never negative, never longer than a hundred years, in whole milliseconds. */
    public static Duration parse(String text) throws SyntaxException {
        if (text.isEmpty()) {
            throw new SyntaxException(0, "is empty; " + FORMS);
        }
        char first = text.charAt(0);
        if (first == '-') {
            throw new SyntaxException(0, "is negative; " + FORMS);
        }
        if (first == 'P' || first == 'p') {
            return iso(text);
        }
        int digits = 0;
        while (digits < text.length() && isDigit(text.charAt(digits))) {
            digits++;
        }
        if (digits == 0) {
            throw new SyntaxException(0, "is no duration; " + FORMS);
        }
        String unit = text.substring(digits);
        long count = count(text, digits);
        return Duration.ofMillis(count == 0 && unit.isEmpty() ? 0 : times(count, unitMillis(unit, digits)));
    }

    /** The duration in the largest unit that says it in whole numbers. */
    public static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis == 0) {
            return "0";
        }
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds % 60 != 0) {
            return seconds + "s";
        }
        if (seconds % 3600 != 0) {
            return seconds / 60 + "m";
        }
        return seconds % 86_400 != 0 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
    }

    private static long count(String text, int digits) throws SyntaxException {
        try {
            return Long.parseLong(text.substring(0, digits));
        } catch (NumberFormatException e) {
            throw tooLong();
        }
    }

    private static long unitMillis(String unit, int offset) throws SyntaxException {
        switch (unit) {
            case "ms":
                return 1;
            case "s":
                return 1000;
            case "m":
                return 60_000;
            case "h":
                return 3_600_000;
            case "d":
                return 86_400_000;
            case "":
                throw new SyntaxException(offset, "has no unit; add one, as in 10s or 500ms");
            default:
                throw new SyntaxException(offset, wrongUnit(unit));
        }
    }

    private static String wrongUnit(String unit) {
        char first = unit.charAt(0);
        if (first == '.' || first == ',') {
            return "has a fraction; write a whole number of a smaller unit, as in 1500ms";
        }
        if (first == ' ') {
            return "has a space in it; write it without, as in 10s";
        }
        if (isAnyDigit(unit)) {
            return "has more than one number; write it as PT1M30S or in one unit, as in 90s";
        }
        return "has an unknown unit; the units are ms, s, m, h and d";
    }

    private static long times(long count, long millis) throws SyntaxException {
        if (count > LONGEST_MILLIS / millis) {
            throw tooLong();
        }
        return count * millis;
    }

    private static Duration iso(String text) throws SyntaxException {
        Duration duration;
        try {
            duration = Duration.parse(text);
        } catch (DateTimeException e) {
            throw new SyntaxException(0, "is no duration; " + FORMS);
        }
        if (duration.isNegative()) {
            throw new SyntaxException(0, "is negative; " + FORMS);
        }
        if (duration.getSeconds() > LONGEST_MILLIS / 1000) {
            throw tooLong();
        }
        if (duration.getNano() % 1_000_000 != 0) {
            throw new SyntaxException(0, "is finer than a millisecond; write whole milliseconds");
        }
        return duration;
    }

    private static SyntaxException tooLong() {
        return new SyntaxException(0, "is too long; the longest is 36500d");
    }

    private static boolean isAnyDigit(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isDigit(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
