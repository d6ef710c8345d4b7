package io.lockgraft.spi.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as the rules file writes them: {@code 500ms}, {@code 10s}, {@code 5m}, {@code 1h}, {@code 2d}, ISO's {@code
 * PT15M}, and {@code 0}. What is wrong is told without the text itself, which may come from a secret.
 */
public final class Durations {
    private static final long LONGEST_MILLIS = 36_500L * 24 * 60 * 60 * 1000;
    private static final int MOST_DIGITS = 18;
    private static final String FORMS = "write 500ms, 10s, 5m, 1h, 2d or PT15M";
    private static final Pattern PLAIN = Pattern.compile("([0-9]+)(.*)", Pattern.DOTALL);
    private static final String[] UNITS = {"ms", "s", "m", "h", "d"};
    private static final long[] MILLIS = {1, 1000, 60_000, 3_600_000, 86_400_000};

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
        Matcher plain = PLAIN.matcher(text);
        if (!plain.matches()) {
            throw new SyntaxException(0, "is no duration; " + FORMS);
        }
        return plain(plain.group(1), plain.group(2));
    }

    /** The duration in the largest unit that says it in whole numbers. */
    public static String text(Duration duration) {
        long millis = duration.toMillis();
        int unit = UNITS.length - 1;
        while (millis % MILLIS[unit] != 0) {
            unit--;
        }
        return millis == 0 ? "0" : millis / MILLIS[unit] + UNITS[unit];
    }

    private static Duration plain(String digits, String unit) throws SyntaxException {
        if (digits.length() > MOST_DIGITS) {
            throw tooLong();
        }
        long count = Long.parseLong(digits);
        if (count == 0 && unit.isEmpty()) {
            return Duration.ZERO;
        }
        int known = Arrays.asList(UNITS).indexOf(unit);
        if (known < 0) {
            throw new SyntaxException(digits.length(), wrongUnit(unit));
        }
        if (count > LONGEST_MILLIS / MILLIS[known]) {
            throw tooLong();
        }
        return Duration.ofMillis(count * MILLIS[known]);
    }

    private static String wrongUnit(String unit) {
        if (unit.isEmpty()) {
            return "has no unit; add one, as in 10s or 500ms";
        }
        char first = unit.charAt(0);
        if (first == '.' || first == ',') {
            return "has a fraction; write a whole number of a smaller unit, as in 1500ms";
        }
        if (first == ' ') {
            return "has a space in it; write it without, as in 10s";
        }
        if (unit.matches("(?s).*[0-9].*")) {
            return "has more than one number; write it as PT1M30S or in one unit, as in 90s";
        }
        return "has an unknown unit; the units are ms, s, m, h and d";
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
}
