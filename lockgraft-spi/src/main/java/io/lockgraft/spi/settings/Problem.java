package io.lockgraft.spi.settings;

import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.Printable;

/** A mistake in a rules file: where it is, what is wrong, and what to write instead. Tells no secret, in one line. */
public final class Problem {
    private final Position position;
    private final String message;

    public Problem(Position position, String message) {
        this.position = position;
        this.message = Printable.of(Secrets.maskKnown(message));
    }

    public Position position() {
        return position;
    }

    public String message() {
        return message;
    }

    @Override
    public String toString() {
        return position + ": " + message;
    }
}
