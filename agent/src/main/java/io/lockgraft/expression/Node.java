package io.lockgraft.expression;

/** One step of an expression as it was written; knows no types yet. */
abstract class Node {
    private String source = "";

    /** Remembers where it stands, for messages. */
    final Node in(String text, int from, int to) {
        source = text.substring(from, to).trim();
        return this;
    }

    /** What it is for the types of a method. */
    abstract Typed type(Scope scope) throws Misfit;

    /** As it was written. */
    @Override
    public final String toString() {
        return source;
    }
}
