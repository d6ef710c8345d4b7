package io.lockgraft.cli.ask;

/** How long something has run, in its two largest units: {@code 3d 04h}, {@code 12m 05s}, {@code 7s}. */
final class Uptime {
    private static final long[] SECONDS = {86_400, 3_600, 60, 1};
    private static final char[] UNITS = {'d', 'h', 'm', 's'};

    private Uptime() {}

    /** @param started as System.currentTimeMillis tells it, or 0 where it is not known */
    static String since(long started) {
        return started == 0 ? "-" : text((System.currentTimeMillis() - started) / 1000);
    }

    static String text(long seconds) {
        for (int unit = 0; unit < UNITS.length - 1; unit++) {
            if (seconds >= SECONDS[unit]) {
                long rest = seconds % SECONDS[unit] / SECONDS[unit + 1];
                return seconds / SECONDS[unit] + "" + UNITS[unit] + ' ' + (rest < 10 ? "0" : "") + rest
                        + UNITS[unit + 1];
            }
        }
        return Math.max(0, seconds) + "s";
    }
}
