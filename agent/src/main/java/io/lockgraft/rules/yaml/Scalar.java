package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;

/** One value of the file: its text, and where in the file that text stands. */
public final class Scalar extends Node {
    /** How YAML lets a value be written. */
    enum Style {
        PLAIN,
        SINGLE_QUOTED,
        DOUBLE_QUOTED,
        BLOCK
    }

    private final String text;
    private final Style style;
    private final int start;
    private final int end;

    /**
     * @param start in code points from the beginning of the file, quotes and block header included
     */
    Scalar(Position position, String text, Style style, int start, int end) {
        super(position);
        this.text = text;
        this.style = style;
        this.start = start;
        this.end = end;
    }

    /** As YAML reads it; variables are not filled in. */
    public String text() {
        return text;
    }

    Style style() {
        return style;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Whether nothing is written. */
    public boolean isMissing() {
        return style == Style.PLAIN && text.isEmpty();
    }

    @Override
    public boolean isNull() {
        return style == Style.PLAIN && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }

    @Override
    public String kind() {
        return isMissing() ? "nothing" : "a single value";
    }
}
