package com.example.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Counts on one key from many threads, beside other JVMs that do the same. */
public final class CounterApp {
    private CounterApp() {}

    /** Counts once. */
    interface Count {
        void add(int call, String key) throws Exception;
    }

    /** Arguments: the key, JVMs in all, threads of this one, calls of each thread. */
    public static void main(String[] args) throws Exception {
        Counter counter = new Counter();
        count(args, (call, key) -> counter.add(key));
    }

    static void count(String[] args, Count count) throws Exception {
        String key = args[0];
        int jvms = Integer.parseInt(args[1]);
        int threads = Integer.parseInt(args[2]);
        int calls = Integer.parseInt(args[3]);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> counting = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            counting.add(pool.submit(() -> {
                Witness.meet("start", jvms * threads);
                for (int call = 0; call < calls; call++) {
                    count.add(call, key);
                }
                return null;
            }));
        }
        for (Future<?> each : counting) {
            each.get();
        }
        pool.shutdown();
    }
}
