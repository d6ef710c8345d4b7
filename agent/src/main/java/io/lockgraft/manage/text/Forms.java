package io.lockgraft.manage.text;

import io.lockgraft.bootstrap.LogLine;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.Printable;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** How times, spans, numbers and texts of others read in an answer. */
public final class Forms {
    /** In a column whose value is not known. */
    public static final String NONE = "-";

    private static final double MILLISECOND = 1e-3;
    private static final int DATE = "2026-11-23T".length();
    private static final int SECONDS = "2026-11-23T21:50:22".length();

    private Forms() {}

    /** A span in nanoseconds; {@link #NONE} for less than 0, which stands for one that is not known. */
    public static String span(long nanos) {
        return nanos < 0 ? NONE : spanOfMillis(TimeUnit.NANOSECONDS.toMillis(nanos));
    }

    /**
     * {@code 412 ms}, {@code 38 s}, {@code 2m 04s}, {@code 3h 12m} or {@code 3d 04h}; {@link #NONE} for less than 0.
     */
    public static String spanOfMillis(long millis) {
        if (millis < 0) {
            return NONE;
        }
        long seconds = millis / 1_000;
        if (seconds == 0) {
            return millis + " ms";
        }
        if (seconds < 60) {
            return seconds + " s";
        }
        long minutes = seconds / 60;
        if (minutes < 60) {
            return pair(minutes, "m", seconds % 60, "s");
        }
        long hours = minutes / 60;
        return hours < 24 ? pair(hours, "h", minutes % 60, "m") : pair(hours / 24, "d", hours % 24, "h");
    }

    /** A span in seconds, one below a millisecond as {@code 320 us}; {@link #NONE} for what is no number. */
    public static String seconds(double seconds) {
        if (Double.isNaN(seconds) || Double.isInfinite(seconds)) {
            return Double.isNaN(seconds) ? NONE : "long";
        }
        return seconds < MILLISECOND ? Math.round(seconds * 1e6) + " us" : spanOfMillis(Math.round(seconds * 1e3));
    }

    private static String pair(long large, String unit, long small, String smaller) {
        return large + unit + (small < 10 ? " 0" : " ") + small + smaller;
    }

    /**
     * A time of the clock as the log has it, in UTC: {@code 03:02:11Z}, with its day where that is not the day of now.
     */
    public static String time(long millis, long now) {
        String time = LogLine.time(millis);
        boolean today = time.regionMatches(0, LogLine.time(now), 0, DATE);
        return time.substring(today ? DATE : 0, SECONDS) + 'Z';
    }

    /** The number that a text is; null for what is none. */
    public static Long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.valueOf(text) : null;
    }

    /** {@code 1,204,118}. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A rate a second: {@code 812}, {@code 0.3}. */
    public static String rate(double rate) {
        return rate > 0 && rate < 9.95 ? String.format(Locale.ROOT, "%.1f", rate) : count(Math.round(rate));
    }

    /** A key, a thread's name, a failure: whatever characters are in it, and without a secret. */
    public static String plain(String text) {
        return Printable.of(Secrets.maskKnown(text));
    }
}
