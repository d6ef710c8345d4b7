package io.lockgraft.spi.log;

/**
 * One entry of the agent's log, as it was made: where it goes, and in which form, is a {@link LogDestination}'s to say.
 * Immutable. Its texts are masked, and hold printable characters only.
 */
public final class LogEvent {
    private static final String RULE = "rule '";

    private final long millis;
    private final Log.Level level;
    private final String thread;
    private final String text;
    private final String stack;

    LogEvent(long millis, Log.Level level, String thread, String text, String stack) {
        this.millis = millis;
        this.level = level;
        this.thread = thread;
        this.text = text;
        this.stack = stack;
    }

    /** The time, by System.currentTimeMillis. */
    public long millis() {
        return millis;
    }

    public Log.Level level() {
        return level;
    }

    /** The name of the thread that made it. */
    public String thread() {
        return thread;
    }

    /** The message with those of its causes; further lines of it are indented. */
    public String text() {
        return text;
    }

    /** The frames of its cause, a line each that begins with a tab; null where there are none, or none are wanted. */
    public String stack() {
        return stack;
    }

    /** The rule that its text begins with, as in {@code rule 'pay-order': ...}; null for what is about no rule. */
    public String rule() {
        int end = text.startsWith(RULE) ? text.indexOf('\'', RULE.length()) : -1;
        return end < 0 ? null : text.substring(RULE.length(), end);
    }
}
