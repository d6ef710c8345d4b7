package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;

/** One value of the file: its text, and the position of that text in the file. */
public final class Scalar extends Node {
    final ScalarStyle style;
    final int start;
    final int end;
    private final String text;

    /**
     * @param start in code points from the beginning of the file, quotes and block header included
     */
    Scalar(Position position, String text, ScalarStyle style, int start, int end) {
        super(position, isMissing(text, style) ? "nothing" : "a single value");
        this.text = text;
        this.style = style;
        this.start = start;
        this.end = end;
    }

    /** The text as YAML reads it; variables are not filled in. */
    public String text() {
        return text;
    }

    /** True if nothing is written. */
    public boolean isMissing() {
        return isMissing(text, style);
    }

    private static boolean isMissing(String text, ScalarStyle style) {
        return style == ScalarStyle.PLAIN && text.isEmpty();
    }

    @Override
    public boolean isNull() {
        return style == ScalarStyle.PLAIN && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }
}
