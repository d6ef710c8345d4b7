package io.lockgraft.spi;

/** A text that a store keeps beside its locks for the compound that it is a member of. Immutable. */
public final class StoreEntry {
    private final String text;
    private final long millis;

    /**
     * @param text empty where there is no entry
     * @param millis the store's own clock when it was read, in milliseconds since 1970
     */
    public StoreEntry(String text, long millis) {
        this.text = text;
        this.millis = millis;
    }

    /** Empty where there is no entry. */
    public String text() {
        return text;
    }

    /** The store's own clock when the entry was read, in milliseconds since 1970. */
    public long millis() {
        return millis;
    }

    @Override
    public String toString() {
        return text.isEmpty() ? "no entry" : text;
    }
}
