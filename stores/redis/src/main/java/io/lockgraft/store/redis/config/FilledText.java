package io.lockgraft.store.redis.config;

import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a Redisson file with its {@code ${NAME}} and {@code ${NAME:-default}} filled in as Redisson does it,
 * before it is YAML; still knows where each character came from. What is not set stays as it is written.
 */
final class FilledText {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([\\w.]+)(:-(.+?))?}");

    private final String file;
    private final String written;
    private final String filled;
    /** For each variable, in their order: where it begins and ends in the filled text, and then in the written one. */
    private final List<int[]> variables = new ArrayList<>();

    FilledText(String file, String written, Environment environment) {
        this.file = file;
        this.written = written;
        StringBuilder text = new StringBuilder();
        int done = 0;
        Matcher variable = VARIABLE.matcher(written);
        while (variable.find()) {
            String value = environment.property(variable.group(1));
            value = value == null ? environment.variable(variable.group(1)) : value;
            value = value == null ? variable.group(3) : value;
            if (value != null) {
                text.append(written, done, variable.start());
                int begin = text.length();
                text.append(value);
                variables.add(new int[] {begin, text.length(), variable.start(), variable.end()});
                done = variable.end();
            }
        }
        this.filled = text.append(written, done, written.length()).toString();
    }

    @Override
    public String toString() {
        return filled;
    }

    /** The character of the filled text at an index that SnakeYAML tells, or 0 behind the end. */
    int at(int codePoint) {
        int offset = offset(codePoint);
        return offset < filled.length() ? filled.charAt(offset) : 0;
    }

    /** Where in the file the character at an index stands that SnakeYAML tells; a variable's value where its $ does. */
    Position position(int codePoint) {
        int end = origin(offset(codePoint));
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < end; i++) {
            char c = written.charAt(i);
            if (c == '\n' || c == '\r' && !(i + 1 < written.length() && written.charAt(i + 1) == '\n')) {
                line++;
                lineStart = i + 1;
            }
        }
        return new Position(file, line, written.codePointCount(lineStart, end) + 1);
    }

    private int origin(int offset) {
        int shift = 0;
        for (int[] variable : variables) {
            if (offset < variable[0]) {
                break;
            }
            if (offset < variable[1]) {
                return variable[2];
            }
            shift = variable[3] - variable[1];
        }
        return Math.min(offset + shift, written.length());
    }

    private int offset(int codePoint) {
        return filled.offsetByCodePoints(0, Math.min(codePoint, filled.codePointCount(0, filled.length())));
    }
}
