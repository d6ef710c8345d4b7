package com.example.app;

import io.lockgraft.api.Locks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Writes under fence tokens, to a store that refuses lower ones than it has seen. */
public class FencedStore {
    /** Arguments: the key, JVMs in all, threads of this one, calls of each thread. */
    public static void main(String[] args) throws Exception {
        int jvms = Integer.parseInt(args[1]);
        int threads = Integer.parseInt(args[2]);
        int calls = Integer.parseInt(args[3]);
        FencedStore store = new FencedStore();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> writing = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            writing.add(pool.submit(() -> {
                Witness.meet("start", jvms * threads);
                for (int call = 0; call < calls; call++) {
                    store.write(args[0]);
                }
            }));
        }
        for (Future<?> each : writing) {
            each.get();
        }
        pool.shutdown();
    }

    /** One write, which must be taken. */
    void write(String key) {
        if (!Witness.write(key, Locks.fence().getAsLong())) {
            throw new IllegalStateException("refused " + Locks.fence());
        }
    }

    /** Writes once the test lets it go on. */
    public String writeLater(String key) throws InterruptedException {
        int seen = Witness.enter(key);
        try {
            Stage.body();
            Stage.awaitFinish();
            return Witness.write(key, Locks.fence().getAsLong()) ? "written" : "refused";
        } finally {
            Witness.exit(key, seen + 1);
        }
    }
}
