package com.example.app;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Subscribes many times to what counts on one key, beside other JVMs that do the same. */
public final class ReactiveApp {
    private ReactiveApp() {}

    /** Arguments: the library, its type, the key, JVMs in all, subscriptions in flight. */
    public static void main(String[] args) throws Exception {
        Method count = Class.forName("com.example.app.Of" + args[0]).getMethod("count", String.class, String.class);
        Witness.meet("start", Integer.parseInt(args[3]));
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[4]); i++) {
            all.add((CompletableFuture<?>) count.invoke(null, args[1], args[2]));
        }
        for (CompletableFuture<?> each : all) {
            each.get(2, TimeUnit.MINUTES);
        }
        System.exit(0);
    }

    /** The work of one subscription. Blocks. */
    static String add(String key) {
        new Counter().add(key);
        return key;
    }
}
