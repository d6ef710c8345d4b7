package io.lockgraft.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Threads that call the same at the same time. Where they stand still, the test ends, and says where they stand. */
public final class Crowd {
    private static final long STANDSTILL = TimeUnit.SECONDS.toNanos(30);

    /** What a thread with this number does again and again. */
    public interface Task {
        void run(int thread) throws Throwable;
    }

    /** What came of it that should not have. */
    public final ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();

    private final Supplier<String> state;
    private final AtomicInteger done = new AtomicInteger();

    /** @param state what else to tell where they stand still */
    public Crowd(Supplier<String> state) {
        this.state = state;
    }

    /** Returns when each of them has done it so often. */
    public void run(int threads, int times, boolean interrupts, Task task) {
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int number = t;
            all.add(new Thread(() -> repeat(number, times, task), "crowd-" + t));
        }
        all.forEach(Thread::start);
        int seen = -1;
        long since = 0;
        while (all.stream().anyMatch(Thread::isAlive)) {
            if (done.get() != seen) {
                seen = done.get();
                since = System.nanoTime();
            } else if (System.nanoTime() - since > STANDSTILL) {
                throw new AssertionError(standstill(all, threads * times));
            }
            if (interrupts) {
                all.get(ThreadLocalRandom.current().nextInt(threads)).interrupt();
            }
            LockSupport.parkNanos(interrupts ? ThreadLocalRandom.current().nextInt(500_000) : 1_000_000);
        }
    }

    private void repeat(int number, int times, Task task) {
        for (int i = 0; i < times; i++) {
            try {
                task.run(number);
            } catch (Throwable e) {
                surprises.add(e);
            }
            done.incrementAndGet();
            Thread.interrupted();
        }
    }

    private String standstill(List<Thread> all, int calls) {
        StringBuilder text = new StringBuilder("stood still after " + done + " of " + calls + " calls");
        text.append(System.lineSeparator()).append(state.get());
        surprises.forEach(each -> text.append(System.lineSeparator()).append(each));
        for (Thread each : all) {
            StackTraceElement[] frames = each.getStackTrace();
            text.append(System.lineSeparator()).append(each.getName());
            for (int i = 0; i < Math.min(frames.length, 12); i++) {
                text.append(System.lineSeparator()).append("\tat ").append(frames[i]);
            }
        }
        return text.toString();
    }
}
