package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;

/** One value of the file: its text, and where in the file that text stands. */
public final class Scalar extends Node {
    private final String text;
    private final ScalarStyle style;
    private final int start;
    private final int end;

    /**
     * @param start in code points from the beginning of the file, quotes and block header included
     */
    Scalar(Position position, String text, ScalarStyle style, int start, int end) {
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

    ScalarStyle style() {
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
        return style == ScalarStyle.PLAIN && text.isEmpty();
    }

    @Override
    public boolean isNull() {
        return style == ScalarStyle.PLAIN && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }

    @Override
    public String kind() {
        return isMissing() ? "nothing" : "a single value";
    }
}
