package io.lockgraft.spi.queue;

/** The entry of an owner that holds a key, or waits for it. */
public interface Contender {
    /** No other entry of the key has this name. */
    String name();

    Share share();
}
