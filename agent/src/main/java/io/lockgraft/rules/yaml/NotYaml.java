package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** Says why a file is not YAML in the form of every other mistake, with what to do where that is known. */
final class NotYaml {
    private NotYaml() {}

    static void report(MarkedYAMLException e, Reading reading) {
        Mark mark = e.getProblemMark();
        if (e.getContextMark() != null && e.getProblem().endsWith("end of stream")) {
            mark = e.getContextMark();
        }
        StringBuilder message = new StringBuilder("this is not YAML: ");
        if (e.getContext() != null) {
            message.append(e.getContext()).append(", ");
        }
        message.append(firstSentence(e.getProblem())).append(hint(e, reading));
        reading.problems()
                .add(new Position(reading.file(), mark.getLine() + 1, mark.getColumn() + 1), message.toString());
    }

    static void report(YAMLException e, Mark mark, Reading reading) {
        reading.problems()
                .add(
                        new Position(reading.file(), mark.getLine() + 1, mark.getColumn() + 1),
                        "this is not YAML: " + firstSentence(e.getMessage())
                                + "; check this line and the one above, also for characters that are not shown");
    }

    static void report(ReaderException e, Reading reading) {
        reading.problems()
                .add(
                        reading.positionOf(reading.text().offsetByCodePoints(0, e.getPosition())),
                        "this is not YAML: the character U+" + hex(e.getCodePoint()) + " is not allowed; delete it,"
                                + " or write it as an escape in double quotes");
    }

    /** SnakeYAML's own advice, in brackets behind the problem, gives way to ours. */
    private static String firstSentence(String problem) {
        int bracket = problem.indexOf(". (");
        return bracket < 0 ? problem : problem.substring(0, bracket);
    }

    private static String hint(MarkedYAMLException e, Reading reading) {
        char found = at(e.getProblemMark(), reading.text());
        char context = at(e.getContextMark(), reading.text());
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
        if (e.getProblem().startsWith("mapping values are not allowed")) {
            return "; a text with ': ' in it needs quotes, and settings of one rule stand exactly below each other";
        }
        if (e.getContext() != null && e.getContext().contains("flow")) {
            return "; a text with , [ ] { or } in it needs quotes here";
        }
        char first = firstOfValue(e.getProblemMark(), reading.text());
        if (first == '{' || first == '[') {
            return "; a text that begins with " + first + " needs quotes";
        }
        return "; check the indentation of this line and the one above";
    }

    /** What the value in the line of the mark begins with, or 0. */
    private static char firstOfValue(Mark mark, String text) {
        int offset = offset(mark, text);
        int line = text.lastIndexOf('\n', offset - 1) + 1;
        int colon = text.indexOf(": ", line);
        return colon < 0 || colon > offset || colon + 2 >= text.length() ? 0 : text.charAt(colon + 2);
    }

    private static char at(Mark mark, String text) {
        if (mark == null) {
            return 0;
        }
        int offset = offset(mark, text);
        return offset < text.length() ? text.charAt(offset) : 0;
    }

    private static int offset(Mark mark, String text) {
        return text.offsetByCodePoints(0, Math.min(mark.getIndex(), text.codePointCount(0, text.length())));
    }

    private static String hex(int codePoint) {
        StringBuilder digits = new StringBuilder(Integer.toHexString(codePoint).toUpperCase(java.util.Locale.ROOT));
        while (digits.length() < 4) {
            digits.insert(0, '0');
        }
        return digits.toString();
    }
}
