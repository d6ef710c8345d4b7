package io.lockgraft.expression;

import io.lockgraft.spi.log.Secrets;

/** One step of an expression as it was written; knows no types yet. */
abstract class Node {
    private String source = "";

    /** Remembers where it stands, for messages. */
    final Node in(String text, int from, int to) {
        source = Secrets.maskKnown(text.substring(from, to).trim());
        return this;
    }

    /** What it is for the types of a method. */
    abstract Typed type(Scope scope) throws BindException;

    /** As it was written, but for secrets that have been filled in. */
    @Override
    public final String toString() {
        return source;
    }
}
