package io.lockgraft.spi.text;

/**
 * Texts for logs, messages and terminals, whatever characters are in them. A key may hold what a stranger sent, so a
 * line end in it must not begin a line of its own, and an escape sequence must not reach the terminal. What is
 * printable stays as it is, a backslash too; the same text twice is the same as once.
 */
public final class Printable {
    /** Begins the next line of a message. Only the agent writes it, and never as part of a value. */
    public static final String NEXT_LINE = "\n\t";

    /** Marks that show what follows in another order than it has. */
    private static final String BIDIRECTIONAL =
            "\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069";

    private Printable() {}

    /** In one line; null for null. */
    public static String of(String text) {
        int at = text == null ? -1 : unprintable(text, 0);
        if (at < 0) {
            return text;
        }
        StringBuilder printable = new StringBuilder(text.length() + 16);
        int done = 0;
        for (; at >= 0; at = unprintable(text, done)) {
            escape(printable.append(text, done, at), text.charAt(at));
            done = at + 1;
        }
        return printable.append(text, done, text.length()).toString();
    }

    /** In lines: all but the first are those that begin with {@link #NEXT_LINE}. */
    public static String lines(String text) {
        if (!text.contains(NEXT_LINE)) {
            return of(text); // start-up compiles no pattern
        }
        String[] lines = text.split(NEXT_LINE, -1);
        for (int i = 0; i < lines.length; i++) {
            lines[i] = of(lines[i]);
        }
        return String.join(System.lineSeparator() + '\t', lines);
    }

    /** Where the first such character stands from there on, or -1. */
    private static int unprintable(String text, int from) {
        for (int i = from; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (isUnprintable(text.codePointAt(i))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isUnprintable(int c) {
        return c < ' '
                || c >= 0x7F && c <= 0x9F // control characters, the line end U+0085 among them
                || c == '\u2028'
                || c == '\u2029'
                || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE // half of a pair
                || BIDIRECTIONAL.indexOf(c) >= 0;
    }

    private static void escape(StringBuilder printable, char c) {
        switch (c) {
            case '\n':
                printable.append("\\n");
                break;
            case '\r':
                printable.append("\\r");
                break;
            case '\t':
                printable.append("\\t");
                break;
            default:
                printable.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
        }
    }
}
