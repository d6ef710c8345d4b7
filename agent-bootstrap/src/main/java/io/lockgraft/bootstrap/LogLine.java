package io.lockgraft.bootstrap;

/**
 * How a line of the agent's log begins: {@code 2026-11-23T21:50:22.123Z [lockgraft] WARN [main] }.
 *
 * <p>The time is UTC and is made by arithmetic. A formatter would load the time zones and the locales of the JVM before
 * {@code main}, and would settle {@code user.timezone} before the application can set it. Keeps no state, so it does
 * not
 * matter that the system loader may have a copy of its own.
 */
public final class LogLine {
    private static final int MILLIS_A_DAY = 86_400_000;
    /** The days of 400 years, after which the calendar repeats. */
    private static final int DAYS_AN_ERA = 146_097;
    /** From the first of March of the year 0 to 1970. */
    private static final int DAYS_TO_1970 = 719_468;

    private LogLine() {}

    /** A whole line, said now by this thread. */
    public static String of(String level, String message) {
        return head(level, Thread.currentThread().getName()) + message;
    }

    /** What stands in front of a message that is said now. */
    public static String head(String level, String thread) {
        return time(System.currentTimeMillis()) + " [lockgraft] " + level + " [" + thread + "] ";
    }

    /** {@code 2026-11-23T21:50:22.123Z}, of what System.currentTimeMillis says in the years 0 to 9999. */
    public static String time(long millis) {
        long day = Math.floorDiv(millis, (long) MILLIS_A_DAY);
        int rest = (int) Math.floorMod(millis, (long) MILLIS_A_DAY);
        StringBuilder text = new StringBuilder(24);
        date(text, day);
        two(text.append('T'), rest / 3_600_000);
        two(text.append(':'), rest / 60_000 % 60);
        two(text.append(':'), rest / 1000 % 60);
        text.append('.').append((char) ('0' + rest / 100 % 10));
        return two(text, rest % 100).append('Z').toString();
    }

    /** By years that begin in March, so that the day of a leap year is the last one (Hinnant, days_from_civil). */
    private static void date(StringBuilder text, long day) {
        long shifted = day + DAYS_TO_1970;
        int era = (int) Math.floorDiv(shifted, (long) DAYS_AN_ERA);
        int dayOfEra = (int) Math.floorMod(shifted, (long) DAYS_AN_ERA);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int monthFromMarch = (5 * dayOfYear + 2) / 153;
        int dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        int year = 400 * era + yearOfEra + (month <= 2 ? 1 : 0);
        two(text, year / 100);
        two(text, year % 100);
        two(text.append('-'), month);
        two(text.append('-'), dayOfMonth);
    }

    private static StringBuilder two(StringBuilder text, int number) {
        return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
