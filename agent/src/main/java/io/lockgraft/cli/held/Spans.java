package io.lockgraft.cli.held;

import java.util.Locale;

/** Lengths of time in a table: {@code 0.4 s}, {@code 38 s}, {@code 2m04}, {@code 5h07m}, {@code 3d 04h}. */
final class Spans {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Spans() {}

    /** @param millis negative where it is not known */
    static String text(long millis) {
        if (millis < 0) {
            return "-";
        }
        if (millis < 10 * SECOND) {
            return String.format(Locale.ROOT, "%.1f s", millis / 100 / 10.0);
        }
        if (millis < MINUTE) {
            return millis / SECOND + " s";
        }
        if (millis < HOUR) {
            return pair(millis, MINUTE, "m", SECOND, "");
        }
        return millis < DAY ? pair(millis, HOUR, "h", MINUTE, "m") : pair(millis, DAY, "d ", HOUR, "h");
    }

    private static String pair(long millis, long great, String unit, long small, String smallUnit) {
        return String.format(Locale.ROOT, "%d%s%02d%s", millis / great, unit, millis % great / small, smallUnit);
    }
}
