package io.lockgraft.log;

/** The beginning of the application, which some destinations wait for. */
public interface Beginning {
    /** Waits until main runs. */
    void awaitMain();

    /** Waits until the application has started, as far as can be seen from outside. */
    void awaitStarted();

    /** Ends both waits, and those to come. */
    void end();
}
