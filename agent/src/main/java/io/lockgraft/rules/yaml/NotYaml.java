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
            position = reading.positionOf(isAtContext(marked) ? marked.getContextMark() : marked.getProblemMark());
            message = (marked.getContext() == null ? "" : marked.getContext() + ", ")
                    + firstSentence(marked.getProblem())
                    + new NotYamlHint(marked, reading.text).text();
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

    /** Whether the mistake is where what the parser was reading begins, and not where it saw that. */
    private static boolean isAtContext(MarkedYAMLException e) {
        return e.getContextMark() != null
                && (e.getProblem().endsWith("end of stream") || NotYamlHint.isNameWithoutColon(e));
    }

    /** SnakeYAML's own advice, in brackets behind the problem, gives way to ours. */
    private static String firstSentence(String problem) {
        int bracket = problem.indexOf(". (");
        return bracket < 0 ? problem : problem.substring(0, bracket);
    }
}
