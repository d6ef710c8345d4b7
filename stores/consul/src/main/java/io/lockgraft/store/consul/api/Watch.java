package io.lockgraft.store.consul.api;

import io.lockgraft.store.http.HttpCall;
import java.io.IOException;
import java.util.function.Consumer;

/** A blocking query. It tells of its end once, unless it is closed before. */
public final class Watch implements Runnable {
    private final HttpCall call;
    private final Consumer<Boolean> told;
    private volatile boolean over;

    Watch(HttpCall call, Consumer<Boolean> told) {
        this.call = call;
        this.told = told;
    }

    @Override
    public void run() {
        boolean answered;
        try {
            call.answer();
            answered = true;
        } catch (IOException e) {
            // It is only a wake-up: the one that waits looks again by itself.
            answered = false;
        }
        if (!over) {
            over = true;
            told.accept(answered);
        }
    }

    /** True if it tells nothing more. */
    public boolean isOver() {
        return over;
    }

    public void close() {
        over = true;
        call.close();
    }
}
