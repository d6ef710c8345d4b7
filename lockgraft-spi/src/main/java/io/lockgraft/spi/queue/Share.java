package io.lockgraft.spi.queue;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import java.util.regex.Pattern;

/**
 * With whom an owner shares its key, in a word that stores write beside the owner: {@code x} with nobody, {@code r}
 * with readers, {@code s3} with two others. Immutable.
 */
public final class Share {
    private static final Pattern WORD = Pattern.compile("[xr]|s[0-9]{1,9}");

    private final String word;

    private Share(String word) {
        this.word = word;
    }

    public static Share of(Request request) {
        return new Share(
                request.kind() == LockKind.SEMAPHORE
                        ? "s" + request.permits()
                        : request.kind() == LockKind.READ ? "r" : "x");
    }

    /** Returns null for what is no such word. */
    public static Share read(String word) {
        return WORD.matcher(word).matches() ? new Share(word) : null;
    }

    boolean isReader() {
        return word.equals("r");
    }

    /** How many owners a semaphore lets in; 0 for what is none. */
    int permits() {
        return word.startsWith("s") ? Integer.parseInt(word.substring(1)) : 0;
    }

    /** The word. */
    @Override
    public String toString() {
        return word;
    }
}
