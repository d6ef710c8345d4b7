package io.lockgraft.spi.table;

/** Asks a table: on the caller's thread, or on threads of its own. */
public interface Asker {
    /** Runs the question once, now or later, or fails it. Never blocks where a question may. */
    void ask(Question<?> question);

    /**
     * The store is closed. Questions under way may come back, and releases are still asked.
     *
     * @param last run once, when nothing more is asked
     */
    void close(Runnable last);

    /** On the caller's thread: for tables that never block. */
    static Asker onCaller() {
        return new Asker() {
            @Override
            public void ask(Question<?> question) {
                question.run();
            }

            @Override
            public void close(Runnable last) {
                last.run();
            }
        };
    }
}
