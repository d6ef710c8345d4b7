package io.lockgraft.it;

import java.time.Duration;

/** Watches the machine: where none of its threads has run for a while, that is a fault of its own. */
final class Standstills implements AutoCloseable {
    private static final int TICK_MILLIS = 50;
    private static final Duration LONG = Duration.ofMillis(500);

    private final Thread watch;
    private volatile boolean isOver;

    /** Told of each: from when to when it lasted, by System.nanoTime. */
    interface Listener {
        void stoodStill(long from, long to);
    }

    Standstills(Listener listener) {
        watch = new Thread(() -> watch(listener), "standstills");
        watch.setDaemon(true);
        watch.start();
    }

    private void watch(Listener listener) {
        long last = System.nanoTime();
        while (!isOver) {
            try {
                Thread.sleep(TICK_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            long now = System.nanoTime();
            if (now - last > LONG.toNanos()) {
                listener.stoodStill(last, now);
            }
            last = now;
        }
    }

    @Override
    public void close() throws InterruptedException {
        isOver = true;
        watch.join();
    }
}
