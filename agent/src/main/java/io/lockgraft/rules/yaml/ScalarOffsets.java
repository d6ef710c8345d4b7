package io.lockgraft.rules.yaml;

import org.yaml.snakeyaml.DumperOptions.ScalarStyle;

/**
 * Finds where a character of a scalar's text stands in the file, by reading text and file side by side: quotes,
 * escapes, indentation and folded lines are in the file only. Exact for everything but white space next to a folded
 * line end, and what follows a white space escape at the beginning of a folded line.
 */
final class ScalarOffsets {
    private final String file;
    private final int end;
    private final ScalarStyle style;
    private int at;

    private ScalarOffsets(String file, int start, int end, ScalarStyle style) {
        this.file = file;
        this.end = end;
        this.style = style;
        this.at = start;
    }

    /** The offset in the file of {@code scalar.text()[offset]}; {@code start} and {@code end} are the scalar's own. */
    static int find(String file, int start, int end, Scalar scalar, int offset) {
        ScalarOffsets offsets = new ScalarOffsets(file, start, end, scalar.style);
        offsets.skipHead();
        String text = scalar.text();
        int last = Math.min(offset, text.length());
        for (int i = 0; i < last; i++) {
            char c = text.charAt(i);
            offsets.seek(c);
            offsets.step();
            if (Character.isHighSurrogate(c) && offsets.isBehindPair()) {
                i++;
            }
        }
        if (last < text.length()) {
            offsets.seek(text.charAt(last));
        }
        return Math.min(offsets.at, end);
    }

    /** True if the escape that was just passed stands for two characters of the text. */
    private boolean isBehindPair() {
        return style == ScalarStyle.DOUBLE_QUOTED && at >= 10 && file.startsWith("\\U", at - 10);
    }

    private void skipHead() {
        if (style == ScalarStyle.LITERAL || style == ScalarStyle.FOLDED) {
            while (at < end && file.charAt(at) != '\n') {
                at++;
            }
            at++;
        } else if (style != ScalarStyle.PLAIN) {
            at++;
        }
    }

    /** Goes to where this next character of the text stands. */
    private void seek(char c) {
        while (isContinuation()) {
            at += 2;
            skipSpace();
        }
        if (!isSpace(c)) {
            skipSpace();
        }
    }

    private void skipSpace() {
        while (at < end && isSpace(file.charAt(at))) {
            at++;
        }
    }

    /** Goes behind the character that stands here. */
    private void step() {
        if (at >= end) {
            return;
        }
        char c = file.charAt(at);
        if (style == ScalarStyle.DOUBLE_QUOTED && c == '\\') {
            char escape = at + 1 < end ? file.charAt(at + 1) : 0;
            at += escape == 'x' ? 4 : escape == 'u' ? 6 : escape == 'U' ? 10 : 2;
        } else if (style == ScalarStyle.SINGLE_QUOTED && c == '\'') {
            at += 2;
        } else {
            at++;
        }
    }

    /** True if the line ends here with a backslash, which is not part of the text. */
    private boolean isContinuation() {
        return style == ScalarStyle.DOUBLE_QUOTED
                && at + 1 < end
                && file.charAt(at) == '\\'
                && (file.charAt(at + 1) == '\n' || file.charAt(at + 1) == '\r');
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }
}
