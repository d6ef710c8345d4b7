package io.lockgraft.rules;

import io.lockgraft.spi.settings.Position;

/** A setting's text with its variables filled in; still knows where each character came from. */
final class Value {
    private final String text;
    private final String asWritten;
    private final boolean secret;
    private final Reading reading;
    private final Scalar scalar;
    private final int[] origins;
    private final Position position;

    private Value(
            String text,
            String asWritten,
            boolean secret,
            Reading reading,
            Scalar scalar,
            int[] origins,
            Position position) {
        this.text = text;
        this.asWritten = asWritten;
        this.secret = secret;
        this.reading = reading;
        this.scalar = scalar;
        this.origins = origins;
        this.position = position;
    }

    /**
     * @param origins for each character of the text its offset in the scalar's own; null where they are the same
     * @param secret whether a part comes from a secret file, so that no message may show any of it
     */
    static Value ofFile(Reading reading, Scalar scalar, String text, int[] origins, boolean secret) {
        return new Value(text, scalar.text(), secret, reading, scalar, origins, scalar.position());
    }

    /** A value that an option gives in place of the file. */
    static Value ofOption(String option, String text) {
        return new Value(text, text, false, null, null, null, Position.whole(option));
    }

    String text() {
        return text;
    }

    /** As messages show it: in quotes, variables not filled in, on one line, and not too long. */
    String shown() {
        String line = asWritten.replace('\n', ' ').replace('\r', ' ');
        return '\'' + (line.length() > 80 ? line.substring(0, 77) + "..." : line) + '\'';
    }

    boolean isSecret() {
        return secret;
    }

    /** Whether YAML would read a type into it: it stands there without quotes. */
    boolean isPlain() {
        return scalar == null || scalar.style() == Scalar.Style.PLAIN;
    }

    Position position() {
        return position;
    }

    /**
     * Where the character at this offset of the text stands in the file; a variable's value stands where its $ does.
     */
    Position positionOf(int offset) {
        if (scalar == null) {
            return position;
        }
        int origin = origins == null
                ? offset
                : offset < origins.length ? origins[offset] : scalar.text().length();
        return reading.positionIn(scalar, origin);
    }
}
