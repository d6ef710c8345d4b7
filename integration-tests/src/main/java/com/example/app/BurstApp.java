package com.example.app;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** A burst of calls from many threads at once, on distinct keys or on few, and then quiet calls from one thread. */
public final class BurstApp {
    /** What a call under a key that others want takes. */
    private static final long BODY = TimeUnit.MICROSECONDS.toNanos(100);

    private static final AtomicReference<String> FIRST = new AtomicReference<>("");

    /** How long the longest call of a burst took, in nanoseconds. */
    private static final AtomicLong LONGEST = new AtomicLong();

    private static int keys;

    private BurstApp() {}

    /** The method that the rule locks. */
    public static void call(String key, AtomicInteger served) {
        if (keys > 0) {
            LockSupport.parkNanos(BODY);
        }
        served.incrementAndGet();
    }

    /**
     * Arguments: platform or virtual, threads, calls of each thread, quiet calls, seconds that a burst may last,
     * bursts, how many keys the threads share or 0 for one each, and "pin" where a thread of the application's is to be
     * pinned before.
     */
    public static void main(String[] args) throws Exception {
        boolean ended = true;
        keys = Integer.parseInt(args[6]);
        if (args.length > 7) {
            pin();
        }
        for (int i = 0; ended && i < Integer.parseInt(args[5]); i++) {
            ended = burst(
                    args[0].equals("virtual"),
                    Integer.parseInt(args[1]),
                    Integer.parseInt(args[2]),
                    Integer.parseInt(args[3]),
                    Long.parseLong(args[4]));
        }
        System.out.println("first=" + FIRST.get().replace('\n', ' '));
        System.out.flush();
        Runtime.getRuntime().halt(ended ? 0 : 1);
    }

    private static boolean burst(boolean virtual, int threads, int calls, int quiet, long seconds) throws Exception {
        AtomicInteger served = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        CountDownLatch begin = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(threads);
        List<Thread> all = new ArrayList<>();
        LONGEST.set(0);
        long heapBefore = heap();
        int threadsBefore = threads();
        for (int i = 0; i < threads; i++) {
            String key = "T" + (keys == 0 ? i : i % keys);
            Thread thread = start(virtual, () -> {
                try {
                    begin.await();
                    for (int call = 0; call < calls; call++) {
                        long began = System.nanoTime();
                        tryCall(key, served, refused);
                        LONGEST.accumulateAndGet(System.nanoTime() - began, Math::max);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    end.countDown();
                }
            });
            all.add(thread);
        }
        long begun = System.nanoTime();
        begin.countDown();
        boolean ended = end.await(seconds, TimeUnit.SECONDS);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        for (Thread thread : ended ? all : new ArrayList<Thread>()) {
            thread.join();
        }
        AtomicInteger quietServed = new AtomicInteger();
        AtomicInteger quietRefused = new AtomicInteger();
        for (int call = 0; call < quiet; call++) {
            tryCall("quiet", quietServed, quietRefused);
        }
        System.out.println("served=" + served + " refused=" + refused + " unfinished=" + (ended ? 0 : end.getCount())
                + " quiet-served=" + quietServed + " quiet-refused=" + quietRefused + " millis=" + millis + " longest="
                + TimeUnit.NANOSECONDS.toMillis(LONGEST.get()) + " heap=" + heapBefore + "->" + heap() + "MB threads="
                + threadsBefore + "->" + threads());
        return ended;
    }

    private static void tryCall(String key, AtomicInteger served, AtomicInteger refused) {
        try {
            call(key, served);
        } catch (Throwable e) {
            refused.incrementAndGet();
            FIRST.compareAndSet("", e + (e.getCause() == null ? "" : " <- " + e.getCause()));
        }
    }

    /** As an application may do: the one that has the monitor parks, and keeps its carrier on Java 21. */
    private static void pin() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        start(true, () -> {
            synchronized (FIRST) {
                LockSupport.parkNanos(1);
            }
            done.countDown();
        });
        done.await();
    }

    private static Thread start(boolean virtual, Runnable work) throws Exception {
        if (virtual) {
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            return (Thread) start.invoke(null, work);
        }
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    /** All of this JVM, the agent's too; virtual ones are not among them. */
    private static int threads() {
        return Thread.getAllStackTraces().size();
    }

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }
}
