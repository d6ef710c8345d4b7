package io.lockgraft.rules;

/** A place in a rules file, as an editor counts: lines and columns from 1. */
public final class Position {
    private final String file;
    private final int line;
    private final int column;

    public Position(String file, int line, int column) {
        this.file = file;
        this.line = line;
        this.column = column;
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

    /** {@code rules.yaml:14:11}. */
    @Override
    public String toString() {
        return file + ':' + line + ':' + column;
    }
}
