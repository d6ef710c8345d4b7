package io.lockgraft.rules.yaml;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** What the author of a file that is not YAML should do, as the end of a sentence. */
final class NotYamlHint {
    private static final String NO_DASH = "; is a '- ' missing in front of it? Each entry of a list begins with one";

    private final MarkedYAMLException mistake;
    private final String text;

    NotYamlHint(MarkedYAMLException mistake, String text) {
        this.mistake = mistake;
        this.text = text;
    }

    /** Whether a line looks like the name of a setting that no colon follows, which the parser sees further on. */
    static boolean isNameWithoutColon(MarkedYAMLException mistake) {
        return mistake.getContext() != null && mistake.getContext().startsWith("while scanning a simple key");
    }

    String text() {
        char found = at(mistake.getProblemMark());
        char context = at(mistake.getContextMark());
        if (found == '\t') {
            return "; indent with spaces, YAML takes no tabs";
        }
        if (found == '@' || found == '`' || found == '%') {
            return "; a text that begins with " + found + " needs quotes";
        }
        if (context == '*' || context == '&' || context == '!') {
            return "; a text that begins with " + context + " needs quotes";
        }
        if (context == '\'' || context == '"') {
            return "; the quote that begins here has no end";
        }
        if (isNameWithoutColon(mistake)) {
            return ofName(lineFrom(mistake.getContextMark()));
        }
        if (mistake.getProblem().startsWith("mapping values are not allowed")) {
            return ofColon();
        }
        if (mistake.getContext() != null && mistake.getContext().contains("flow")) {
            return "; a text with , [ ] { or } in it needs quotes here";
        }
        if (lacksDash()) {
            return NO_DASH;
        }
        char first = firstOfValue();
        if (first == '{' || first == '[') {
            return "; a text that begins with " + first + " needs quotes";
        }
        return "; check the indentation of this line and the one above";
    }

    private static String ofName(String line) {
        if (line.startsWith("{") || line.startsWith("[")) {
            return NO_DASH;
        }
        return hasTightColon(line)
                ? "; write a space behind the ':'"
                : "; a setting is written as 'name: value', an entry of a list as '- value'";
    }

    /** A colon where no name may stand: in a value, or in a line that the one above makes a part of its value. */
    private String ofColon() {
        int mark = offset(mistake.getProblemMark());
        int start = lineStart(mark);
        if (text.substring(start, mark).contains(": ")) {
            return "; a text with ': ' in it needs quotes";
        }
        String above = text.substring(lineStart(Math.max(0, start - 1)), Math.max(0, start - 1))
                .trim();
        if (above.startsWith("-") && !above.startsWith("- ")) {
            return "; write a space behind the '-' in the line above";
        }
        return hasTightColon(above.startsWith("- ") ? above.substring(2) : above)
                ? "; write a space behind the ':' in the line above"
                : "; this line stands deeper than the setting above it, which has a value. Settings of one rule stand"
                        + " exactly below each other, the first behind '- '";
    }

    /** Whether the line is a name and a value with nothing but a colon between them. */
    private static boolean hasTightColon(String line) {
        return line.matches("[A-Za-z]+:[^ /].*");
    }

    /** Whether a line stands where an entry of a list would, and begins as a setting does. */
    private boolean lacksDash() {
        Mark at = mistake.getProblemMark();
        Mark list = mistake.getContextMark();
        if (list == null || !mistake.getProblem().startsWith("expected <block end>")) {
            return false;
        }
        boolean isBelow = mistake.getContext().contains("block collection") && at.getColumn() == list.getColumn();
        return isBelow
                || at(at) == '{'
                        && text.substring(lineStart(offset(at)), offset(at))
                                .trim()
                                .isEmpty();
    }

    /** What the value in the line of the mark begins with, or 0. */
    private char firstOfValue() {
        int offset = offset(mistake.getProblemMark());
        int colon = text.indexOf(": ", lineStart(offset));
        return colon < 0 || colon > offset || colon + 2 >= text.length() ? 0 : text.charAt(colon + 2);
    }

    private int lineStart(int offset) {
        return text.lastIndexOf('\n', offset - 1) + 1;
    }

    private String lineFrom(Mark mark) {
        int offset = offset(mark);
        int end = text.indexOf('\n', offset);
        return text.substring(offset, end < 0 ? text.length() : end).trim();
    }

    private char at(Mark mark) {
        if (mark == null) {
            return 0;
        }
        int offset = offset(mark);
        return offset < text.length() ? text.charAt(offset) : 0;
    }

    private int offset(Mark mark) {
        return text.offsetByCodePoints(0, Math.min(mark.getIndex(), text.codePointCount(0, text.length())));
    }
}
