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
    private static final Pattern LINE_END = Pattern.compile("\\r\\n?|\\n");

    private final String file;
    private final String written;
    private final String filled;
    /** Where each piece begins in the filled and in the written text; and 1 where it is written, 0 for a value. */
    private final List<int[]> pieces = new ArrayList<>();

    FilledText(String file, String written, Environment environment) {
        this.file = file;
        this.written = written;
        StringBuilder text = new StringBuilder();
        int done = 0;
        pieces.add(new int[] {0, 0, 1});
        Matcher variable = VARIABLE.matcher(written);
        while (variable.find()) {
            String value = environment.property(variable.group(1));
            value = value == null ? environment.variable(variable.group(1)) : value;
            value = value == null ? variable.group(3) : value;
            if (value != null) {
                text.append(written, done, variable.start());
                pieces.add(new int[] {text.length(), variable.start(), 0});
                text.append(value);
                pieces.add(new int[] {text.length(), variable.end(), 1});
                done = variable.end();
            }
        }
        this.filled = text.append(written, done, written.length()).toString();
    }

    @Override
    public String toString() {
        return filled;
    }

    /** Where in the file the character at an index stands that SnakeYAML tells; a variable's value where its $ does. */
    Position position(int codePoint) {
        int offset = filled.offsetByCodePoints(0, Math.min(codePoint, filled.codePointCount(0, filled.length())));
        int end = 0;
        for (int[] piece : pieces) {
            if (piece[0] <= offset) {
                end = piece[1] + piece[2] * (offset - piece[0]);
            }
        }
        int line = 1;
        int lineStart = 0;
        Matcher lineEnd = LINE_END.matcher(written);
        while (lineEnd.find() && lineEnd.end() <= end) {
            line++;
            lineStart = lineEnd.end();
        }
        return new Position(file, line, written.codePointCount(lineStart, end) + 1);
    }
}
