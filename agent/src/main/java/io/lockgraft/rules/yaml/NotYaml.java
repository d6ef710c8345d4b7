package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** Says why a file is not YAML in the form of every other mistake, with what to do where that is known. */
final class NotYaml {
    private NotYaml() {}

    /** @param now where the parser stands: of the few mistakes that say no place, it is just before that */
    static void report(YAMLException e, Mark now, Reading reading) {
        Position position;
        String message;
        if (e instanceof MarkedYAMLException) {
            MarkedYAMLException marked = (MarkedYAMLException) e;
            boolean ended =
                    marked.getContextMark() != null && marked.getProblem().endsWith("end of stream");
            position = reading.positionOf(ended ? marked.getContextMark() : marked.getProblemMark());
            message = (marked.getContext() == null ? "" : marked.getContext() + ", ")
                    + firstSentence(marked.getProblem())
                    + hint(marked, reading);
        } else if (e instanceof ReaderException) {
            ReaderException character = (ReaderException) e;
            position = reading.positionOf(reading.text.offsetByCodePoints(0, character.getPosition()));
            message = String.format(
                    "the character U+%04X is not allowed; delete it, or write it as an escape in double quotes",
                    character.getCodePoint());
        } else {
            position = reading.positionOf(now);
            message = firstSentence(e.getMessage())
                    + "; check this line and the one above, also for characters that are not shown";
        }
        reading.problems().add(position, "this is not YAML: " + message);
    }

    /** SnakeYAML's own advice, in brackets behind the problem, gives way to ours. */
    private static String firstSentence(String problem) {
        int bracket = problem.indexOf(". (");
        return bracket < 0 ? problem : problem.substring(0, bracket);
    }

    private static String hint(MarkedYAMLException e, Reading reading) {
        char found = at(e.getProblemMark(), reading.text);
        char context = at(e.getContextMark(), reading.text);
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
        char first = firstOfValue(e.getProblemMark(), reading.text);
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
}
