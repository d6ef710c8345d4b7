package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Value;

/** A value of the file, or of an option in place of it. */
final class FilledValue implements Value {
    private final String text;
    private final String asWritten;
    private final boolean secret;
    private final Reading reading;
    private final Scalar scalar;
    private final int[] origins;
    private final Position position;

    private FilledValue(
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
    static FilledValue ofFile(Reading reading, Scalar scalar, String text, int[] origins, boolean secret) {
        return new FilledValue(text, scalar.text(), secret, reading, scalar, origins, scalar.position());
    }

    /** A value that an option gives in place of the file. */
    static FilledValue ofOption(String option, String text) {
        return new FilledValue(text, text, false, null, null, null, Position.whole(option));
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public String shown() {
        String line = asWritten.replace('\n', ' ').replace('\r', ' ');
        return '\'' + (line.length() > 80 ? line.substring(0, 77) + "..." : line) + '\'';
    }

    @Override
    public boolean isSecret() {
        return secret;
    }

    @Override
    public boolean isPlain() {
        return scalar == null || scalar.style() == Scalar.Style.PLAIN;
    }

    @Override
    public boolean isOption() {
        return scalar == null;
    }

    @Override
    public Position position() {
        return position;
    }

    @Override
    public Position positionOf(int offset) {
        if (scalar == null) {
            return position;
        }
        int origin = origins == null
                ? offset
                : offset < origins.length ? origins[offset] : scalar.text().length();
        return reading.positionIn(scalar, origin);
    }
}
