package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import java.io.File;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;

/**
 * One file while it is read: its name and text, what it may have and be filled with, and the mistakes found so far.
 */
public final class Reading {
    private final String file;
    final String text;
    final Environment environment;
    private final Problems problems;
    private final List<Problem> unset;
    private Tables tables;
    private boolean cutOff;
    private boolean lacksStores;

    /**
     * @param tables what the file may have, as far as it is known before its extensions are
     * @param unset takes the variables and secret files that are not there; null where each of them is a mistake
     */
    public Reading(String file, String text, Environment environment, Tables tables, List<Problem> unset) {
        this.unset = unset;
        this.file = file;
        this.text = text;
        this.environment = environment;
        this.tables = tables;
        this.problems = new Problems(file);
    }

    public String file() {
        return file;
    }

    /** What the file may have. */
    public Tables tables() {
        return tables;
    }

    /** Learns what the file may have by its extensions. */
    public void extend(Tables extended) {
        tables = extended;
    }

    /** An extension could not be loaded, which is reported. A name that nothing knows may be its store's. */
    public void lackStores() {
        lacksStores = true;
    }

    boolean lacksStores() {
        return lacksStores;
    }

    public Problems problems() {
        return problems;
    }

    /** The file is no YAML from some place on, so that what is missing may stand behind it. */
    void cutOff() {
        cutOff = true;
    }

    public boolean isCutOff() {
        return cutOff;
    }

    /** Whether a value is left out that has been reported nowhere but among what is not there. */
    public boolean isAnythingUnset() {
        return unset != null && !unset.isEmpty();
    }

    /** Reports that what a value is to be filled with is not there. The value is none then. */
    void unset(Position position, String message) {
        if (unset == null) {
            problems.add(position, message);
        } else {
            unset.add(new Problem(position, message));
        }
    }

    /** A path of the file: relative ones begin at the file's own folder. */
    File resolve(String path) {
        File plain = new File(path);
        return plain.isAbsolute()
                ? plain
                : new File(new File(file).getAbsoluteFile().getParentFile(), path);
    }

    Position positionOf(Mark mark) {
        return new Position(file, mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** The line and column of an offset in the text. */
    Position positionOf(int offset) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < offset; i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n')) {
                line++;
                lineStart = i + 1;
            }
        }
        return new Position(file, line, text.codePointCount(lineStart, offset) + 1);
    }

    /** Where the character at this offset of the scalar's text stands in the file. */
    Position positionIn(Scalar scalar, int offset) {
        int start = text.offsetByCodePoints(0, scalar.start);
        int end = text.offsetByCodePoints(start, scalar.end - scalar.start);
        return positionOf(ScalarOffsets.find(text, start, end, scalar, offset));
    }
}
