package com.example.app;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import reactor.blockhound.BlockHound;

/** Calls what returns a future many times on event loops, and looks for threads of those that Lockgraft blocks. */
public final class LoopsApp {
    private static final Set<String> BLOCKED = ConcurrentHashMap.newKeySet();
    private static final int FIRST = 8;

    private static volatile boolean looks;

    private LoopsApp() {}

    /** Arguments: the loops, the library, its type, JVMs in all, calls in flight, the key. */
    public static void main(String[] args) throws Exception {
        Loops loops = Loops.valueOf(args[0]);
        Futures futures = Futures.of(args[1]);
        ExecutorService workers = Executors.newFixedThreadPool(8);
        BlockHound.builder()
                .nonBlockingThreadPredicate(marked -> marked.or(thread -> loops.isLoop(thread.getName())))
                .blockingMethodCallback(
                        method -> see(Thread.currentThread().getName(), Thread.currentThread().getStackTrace()))
                .install();
        Thread sampler = new Thread(() -> sample(loops));
        sampler.setDaemon(true);
        sampler.start();
        // What the first calls load, they wait for.
        callAll(FIRST, loops, futures, args[2], "first", workers);
        Witness.meet("start", Integer.parseInt(args[3]));
        looks = true;
        callAll(Integer.parseInt(args[4]), loops, futures, args[2], args[5], workers);
        BLOCKED.forEach(System.out::println);
        System.exit(BLOCKED.isEmpty() ? 0 : 1);
    }

    private static void callAll(
            int calls, Loops loops, Futures futures, String type, String key, ExecutorService workers)
            throws Exception {
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            CompletableFuture<String> heard = new CompletableFuture<>();
            all.add(heard);
            loops.next().execute(() -> begin(loops, futures, type, key, workers, heard));
        }
        for (CompletableFuture<String> each : all) {
            each.get(2, TimeUnit.MINUTES);
        }
    }

    private static void begin(
            Loops loops,
            Futures futures,
            String type,
            String key,
            ExecutorService workers,
            CompletableFuture<String> heard) {
        Object here = loops.here();
        try {
            Object result = futures.call(type, key, "work", () -> {
                if (!here.equals(loops.here())) {
                    throw new IllegalStateException("the body of a call of " + here + " runs in " + loops.here());
                }
                return FuturesApp.count(key, workers);
            });
            futures.heard(result).whenComplete((value, failure) -> Futures.pass(heard, value, failure));
        } catch (Throwable e) {
            heard.completeExceptionally(e);
        }
    }

    private static void sample(Loops loops) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        while (true) {
            // Asked before the look, or what the first calls wait for is seen, and counted a moment later.
            boolean counts = looks;
            // State and stack of one moment, as Thread cannot give them.
            for (ThreadInfo each : threads.dumpAllThreads(false, false)) {
                if (counts && loops.isLoop(each.getThreadName()) && isBlocked(each)) {
                    see(each.getThreadName(), each.getStackTrace());
                }
            }
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Not by the JVM, which lets a thread wait while another links a class: up to Java 17, by the class's own lock. */
    private static boolean isBlocked(ThreadInfo thread) {
        boolean links = thread.getLockInfo() != null
                && thread.getLockInfo().getClassName().equals("[I");
        return thread.getThreadState() != Thread.State.RUNNABLE && !links;
    }

    /** Where Lockgraft is what waits, or has called what does; and not a body that it has called. */
    private static void see(String thread, StackTraceElement[] stack) {
        for (int i = 0; looks && i < stack.length; i++) {
            String type = stack[i].getClassName();
            if (type.startsWith("io.lockgraft.")) {
                String text = Arrays.toString(stack);
                // A class that is loaded at its first use is no wait of ours; nor is a lock of a few instructions, in
                // which nothing waits, where two threads have come at the same moment.
                if (!text.contains("loadClass(") && !type.equals("io.lockgraft.engine.thread.BriefLock")) {
                    BLOCKED.add(thread + " is blocked: " + text);
                }
                return;
            }
            if (type.startsWith("com.example.app.") && !type.equals(LoopsApp.class.getName())) {
                return;
            }
        }
    }
}
