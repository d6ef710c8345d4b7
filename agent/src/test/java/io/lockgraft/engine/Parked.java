package io.lockgraft.engine;

import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.hold.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.core.ConditionFactory;

/** Calls of threads of their own that stay: in their bodies until they may leave, or at a gate. */
public final class Parked implements AutoCloseable {
    private final Woven woven;
    private final CountDownLatch leave = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger inside = new AtomicInteger();

    /** What calls threw. */
    public final ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();

    public Parked(Woven woven) {
        this.woven = woven;
    }

    /** Begins a call by a thread of this name. */
    public Thread call(String name, int site, Object... arguments) {
        Thread thread = new Thread(
                () -> {
                    try {
                        woven.call(site, null, this::stay, arguments);
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                },
                name);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** The body. */
    public Object stay() throws InterruptedException {
        inside.incrementAndGet();
        leave.await();
        return null;
    }

    /** Begins a call, and returns when its body runs. */
    public Thread enters(String name, int site, Object... arguments) {
        int before = inside.get();
        Thread thread = call(name, site, arguments);
        soon(name).until(() -> inside.get() > before);
        return thread;
    }

    /** Begins a call, and returns when it is parked at a gate, or waits for the store's answer. */
    public Thread waits(String name, int site, Object... arguments) {
        Thread thread = call(name, site, arguments);
        soon(name).until(() -> isParked(thread));
        return thread;
    }

    private static ConditionFactory soon(String name) {
        return await(name)
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1));
    }

    private static boolean isParked(Thread thread) {
        Object at = LockSupport.getBlocker(thread);
        return at instanceof Gate || at instanceof CompletableFuture;
    }

    /** Number of threads that are parked at a gate. */
    public long atGates() {
        return threads.stream()
                .filter(each -> LockSupport.getBlocker(each) instanceof Gate)
                .count();
    }

    /** Number of bodies that have begun. */
    public int inside() {
        return inside.get();
    }

    /** Lets all bodies end, and waits for their threads. */
    @Override
    public void close() throws InterruptedException {
        leave.countDown();
        for (Thread each : threads) {
            each.join(30_000);
        }
    }
}
