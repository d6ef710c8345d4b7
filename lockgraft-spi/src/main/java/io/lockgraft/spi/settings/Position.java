package io.lockgraft.spi.settings;

import io.lockgraft.spi.text.Printable;

/** A place in a rules file, as an editor counts: lines and columns from 1; or, with line 0, a whole file or option. */
public final class Position {
    private final String file;
    private final int line;
    private final int column;

    public Position(String file, int line, int column) {
        this.file = file;
        this.line = line;
        this.column = column;
    }

    /** The file as a whole, or an option that is no file: {@code -Dlockgraft.namespace}. */
    public static Position whole(String file) {
        return new Position(file, 0, 0);
    }

    public String file() {
        return file;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }

    /** {@code rules.yaml:14:11}, or {@code rules.yaml} for the whole. */
    @Override
    public String toString() {
        return Printable.of(line == 0 ? file : file + ':' + line + ':' + column);
    }
}
