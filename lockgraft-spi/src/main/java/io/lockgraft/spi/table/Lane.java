package io.lockgraft.spi.table;

/** Questions that do not wait for those of another lane: a take that blocks must not let a lease run out. */
public enum Lane {
    TAKES("take"),
    RENEWALS("renew"),
    RETURNS("release"),
    LOOKS("look");

    private final String thread;

    Lane(String thread) {
        this.thread = thread;
    }

    /** A part of the names of its threads. */
    String thread() {
        return thread;
    }
}
