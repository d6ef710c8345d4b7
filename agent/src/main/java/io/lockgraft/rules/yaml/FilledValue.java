package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Value;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;

/** A value of the file, or of an option in place of it. */
final class FilledValue implements Value {
    private final Reading reading;
    private final Scalar scalar;
    private final String text;
    private final List<Integer> origins;
    private final boolean secret;

    /**
     * @param origins for each character of the text its offset in the scalar's own
     * @param secret whether a part comes from a secret file, so that no message may show any of it
     */
    FilledValue(Reading reading, Scalar scalar, String text, List<Integer> origins, boolean secret) {
        this.reading = reading;
        this.scalar = scalar;
        this.text = text;
        this.origins = origins;
        this.secret = secret;
    }

    /** A value that an option gives in place of the file. */
    static FilledValue ofOption(String option, String text) {
        Scalar given = new Scalar(Position.whole(option), text, ScalarStyle.PLAIN, 0, 0);
        return new FilledValue(null, given, text, null, false);
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public String shown() {
        String line = scalar.text().replace('\n', ' ').replace('\r', ' ');
        return '\'' + (line.length() > 80 ? line.substring(0, 77) + "..." : line) + '\'';
    }

    @Override
    public boolean isSecret() {
        return secret;
    }

    @Override
    public boolean isPlain() {
        return scalar.style == ScalarStyle.PLAIN;
    }

    @Override
    public boolean isOption() {
        return reading == null;
    }

    @Override
    public Position position() {
        return scalar.position();
    }

    @Override
    public Position positionOf(int offset) {
        if (isOption()) {
            return position();
        }
        return reading.positionIn(
                scalar,
                offset < origins.size() ? origins.get(offset) : scalar.text().length());
    }
}
