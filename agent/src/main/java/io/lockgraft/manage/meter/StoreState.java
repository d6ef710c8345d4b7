package io.lockgraft.manage.meter;

/** Whether a store answers, as the calls that ask it find out. Thread-safe. */
public interface StoreState {
    /** Its name in the rules file; empty for the only one. */
    String id();

    /** The same, and {@code default} for the only one: in a file with names there is none without. */
    default String name() {
        return id().isEmpty() ? "default" : id();
    }

    /** True unless calls have found it down, and none has been answered since. */
    boolean isUp();

    /** For how long it has been down; 0 if it is up. */
    double downSeconds();

    /** Why it counts as down; empty if it is up. */
    String why();
}
