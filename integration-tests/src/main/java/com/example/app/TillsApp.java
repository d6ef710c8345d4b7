package com.example.app;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Adds to two tills on several threads of a pool. Arguments: the number of threads, and of calls of each. */
public final class TillsApp {
    private TillsApp() {}

    public static void main(String[] args) throws Exception {
        Tills tills = new Tills();
        int calls = Integer.parseInt(args[1]);
        ExecutorService pool = Executors.newFixedThreadPool(Integer.parseInt(args[0]));
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            all.add(pool.submit(() -> {
                for (int call = 0; call < calls; call++) {
                    tills.add("till-" + call % 2);
                }
            }));
        }
        pool.shutdown();
        for (Future<?> each : all) {
            each.get();
        }
        System.out.println(tills.count("till-0") + " and " + tills.count("till-1"));
        System.out.println(tills.hold("held"));
        System.out.println(Tills.look("seen"));
        StringBuilder traces = new StringBuilder("traces of others:");
        for (Method method : Tills.class.getDeclaredMethods()) {
            if (method.getName().contains("jacoco") || method.getName().contains("_aroundBody")) {
                traces.append(' ').append(method.getName());
            }
        }
        System.out.println(traces.append(' ').append(System.getProperty("byteman.was.here")));
    }
}
