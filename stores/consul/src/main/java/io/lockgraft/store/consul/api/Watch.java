package io.lockgraft.store.consul.api;

import io.lockgraft.store.http.HttpCall;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A blocking query. It tells of its end once, unless it is closed before. Any answer but that the entries are there or
 * gone is a failure: an agent that refuses queries does so at once, and would be asked without a pause.
 */
public final class Watch implements Runnable {
    private static final int THERE = 200;
    private static final int GONE = 404;

    private final String name;
    private final HttpCall call;
    private final Consumer<Boolean> told;
    private volatile boolean over;

    Watch(String name, HttpCall call, Consumer<Boolean> told) {
        this.name = name;
        this.call = call;
        this.told = told;
    }

    @Override
    public void run() {
        boolean changed;
        try {
            int status = call.answer().status();
            changed = status == THERE || status == GONE;
        } catch (IOException e) {
            // It is only a wake-up: the one that waits looks again by itself, and is told there what is wrong.
            changed = false;
        } finally {
            call.close(); // the client knows of a call until then, also where no agent lets it connect
        }
        if (!over) {
            over = true;
            told.accept(changed);
        }
    }

    /** The name of the entry, or what the names of the entries begin with. */
    public String name() {
        return name;
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
