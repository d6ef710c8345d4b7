package io.lockgraft.rules;

import io.lockgraft.spi.settings.Position;

/** One value of the file: its text, and where in the file that text stands. */
final class Scalar extends Node {
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
    String text() {
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
    boolean isMissing() {
        return style == Style.PLAIN && text.isEmpty();
    }

    /** Whether YAML reads it as no value. */
    boolean isNull() {
        return style == Style.PLAIN && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }

    @Override
    String kind() {
        return isMissing() ? "nothing" : "a single value";
    }
}
