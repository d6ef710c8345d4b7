package com.example.app;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A batch job that calls a locked method for each argument, tells what became of it, and returns. */
public final class JobApp {
    /** So that computing it cannot be left out. */
    private static volatile long sum;

    private JobApp() {}

    /**
     * The argument {@code pause} waits for a line on the standard input; {@code load} loads classes for some seconds,
     * {@code compute} computes, and each tells when one of these is left.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        JobApp job = new JobApp();
        for (String key : args) {
            if (key.equals("pause")) {
                System.out.println("pauses");
                System.in.read();
            } else if (key.equals("load")) {
                loadFor(TimeUnit.SECONDS.toNanos(3));
                System.out.println("loads");
                loadFor(TimeUnit.SECONDS.toNanos(1));
            } else if (key.equals("compute")) {
                computeFor(TimeUnit.SECONDS.toNanos(3));
                System.out.println("computes");
                computeFor(TimeUnit.SECONDS.toNanos(1));
            } else {
                try {
                    System.out.println(job.work(key));
                } catch (RuntimeException e) {
                    System.out.println("failed " + key + " " + e.getClass().getName());
                }
            }
        }
        System.out.println("main returns");
        System.out.flush();
    }

    /** On another thread. */
    private static void loadFor(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        Thread loading = new Thread(() -> {
            while (until - System.nanoTime() > 0) {
                Proxy.newProxyInstance(
                        new ClassLoader() {}, new Class<?>[] {Runnable.class}, (proxy, method, none) -> null);
            }
        });
        loading.start();
        loading.join();
    }

    private static void computeFor(long nanos) {
        long until = System.nanoTime() + nanos;
        while (until - System.nanoTime() > 0) {
            sum += IntStream.range(0, 1_000_000).asLongStream().sum();
        }
    }

    String work(String key) {
        return "worked on " + key;
    }
}
