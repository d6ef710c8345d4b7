package io.lockgraft.testing;

import java.util.regex.Pattern;

/** Lines of the agent's log as a test compares them. */
public final class LogLines {
    private static final Pattern HEAD = Pattern.compile(
            "(?m)^(?:\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z )?(\\[lockgraft] [A-Z]+) \\[[^\\]\\r\\n]+] ");

    private LogLines() {}

    /**
     * The text with time and thread taken out of its lines: {@code [lockgraft] WARN text}. Other lines stay as they
     * are.
     */
    public static String plain(String text) {
        return HEAD.matcher(text).replaceAll("$1 ");
    }
}
