package io.lockgraft.bootstrap;

import java.time.LocalDate;

/**
 * The beginning of a line of the agent's log: {@code 2026-11-23T21:50:22.123Z [lockgraft] WARN [main] }.
 *
 * <p>The time is UTC and is made by arithmetic. A formatter would load the time zones and the locales of the JVM before
 * {@code main}, and would settle {@code user.timezone} before the application can set it. Keeps no state, so it does
 * not matter that the system loader may have a copy of its own.
 */
public final class LogLine {
    private static final int MILLIS_A_DAY = 86_400_000;

    private LogLine() {}

    /** A whole line, said now by this thread. */
    public static String of(String level, String message) {
        return head(System.currentTimeMillis(), level, Thread.currentThread().getName()) + message;
    }

    /** Returns the beginning of a line for a message of this moment, by System.currentTimeMillis. */
    public static String head(long millis, String level, String thread) {
        return time(millis) + " [lockgraft] " + level + " [" + thread + "] ";
    }

    /** {@code 2026-11-23T21:50:22.123Z}, of what System.currentTimeMillis says in the years 0 to 9999. */
    public static String time(long millis) {
        long day = Math.floorDiv(millis, (long) MILLIS_A_DAY);
        int rest = (int) Math.floorMod(millis, (long) MILLIS_A_DAY);
        StringBuilder text = new StringBuilder(24).append(LocalDate.ofEpochDay(day));
        two(text.append('T'), rest / 3_600_000);
        two(text.append(':'), rest / 60_000 % 60);
        two(text.append(':'), rest / 1000 % 60);
        text.append('.').append((char) ('0' + rest / 100 % 10));
        return two(text, rest % 100).append('Z').toString();
    }

    private static StringBuilder two(StringBuilder text, int number) {
        return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
