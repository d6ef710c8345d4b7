package io.lockgraft.spi.table;

import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;

/** What a table says to a claim that wants a key: taken, or held by another. Immutable. */
public final class KeyAnswer {
    private static final KeyAnswer TAKEN = new KeyAnswer(true, 0, null);
    private static final KeyAnswer HELD = new KeyAnswer(false, 0, null);

    private final boolean taken;
    private final long token;
    private final String owner;

    private KeyAnswer(boolean taken, long token, String owner) {
        this.taken = taken;
        this.token = token;
        this.owner = owner;
    }

    /** The claim holds the key. */
    public static KeyAnswer taken() {
        return TAKEN;
    }

    /**
     * The claim holds the key, and has got fence tokens in the same step.
     *
     * @param token the first of as many as {@link Request#tokens} says, each above {@link Request#tokenAbove}
     */
    public static KeyAnswer taken(long token) {
        return new KeyAnswer(true, token, null);
    }

    /** Another owner holds the key, or comes first. */
    public static KeyAnswer held() {
        return HELD;
    }

    /** @param owner the text of its {@link Owner}, for whoever is busy because of it; null where it is not known */
    public static KeyAnswer heldBy(String owner) {
        return owner == null ? HELD : new KeyAnswer(false, 0, owner);
    }

    public boolean isTaken() {
        return taken;
    }

    /** 0 where none was told. */
    public long token() {
        return token;
    }

    /** Null where it is not known. */
    public String owner() {
        return owner;
    }
}
