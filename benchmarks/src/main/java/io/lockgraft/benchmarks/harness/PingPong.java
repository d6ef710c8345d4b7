package io.lockgraft.benchmarks.harness;

import io.lockgraft.benchmarks.worker.Footprint;
import io.lockgraft.benchmarks.worker.Histogram;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Two threads that wake each other in turns, by park and unpark, without any lock: the machine's own wake-up, which no
 * lock whose threads wait asleep can be faster than. Run once.
 */
public final class PingPong {
    private final long pause;
    private final long spin;
    private final Thread[] threads = new Thread[2];
    private final Histogram wakeUps = new Histogram();
    private volatile int turn;
    private volatile boolean over;
    private long ended;
    private long inside;
    private long calls;

    private PingPong(int bodyMicros, int spinMicros) {
        this.pause = TimeUnit.MICROSECONDS.toNanos(bodyMicros);
        this.spin = TimeUnit.MICROSECONDS.toNanos(spinMicros);
    }

    /**
     * The figures of a slice.
     *
     * @param bodyMicros how long a body sleeps
     * @param spinMicros how long the thread that is next looks for its turn again and again before it sleeps
     */
    public static Map<String, Object> run(int millis, int bodyMicros, int spinMicros) throws InterruptedException {
        return new PingPong(bodyMicros, spinMicros).play(millis);
    }

    private Map<String, Object> play(int millis) throws InterruptedException {
        for (int i = 0; i < threads.length; i++) {
            int me = i;
            threads[i] = new Thread(() -> takeTurns(me), "ping-pong-" + i);
        }
        long cpu = Footprint.cpuNanos();
        long begun = System.nanoTime();
        for (Thread thread : threads) {
            thread.start();
        }
        Thread.sleep(millis);
        over = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
            thread.join();
        }
        double nanos = System.nanoTime() - begun;
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("callsPerSecond", calls / nanos * 1e9);
        figures.put("inside", inside / nanos);
        figures.put("withinP50Micros", wakeUps.at(0.5) / 1e3);
        figures.put("withinP99Micros", wakeUps.at(0.99) / 1e3);
        figures.put("cpuMicrosPerCall", (Footprint.cpuNanos() - cpu) / 1e3 / calls);
        return figures;
    }

    private void takeTurns(int me) {
        while (true) {
            long came = System.nanoTime();
            while (turn != me && !over) {
                if (spin > 0 && System.nanoTime() - came < spin) {
                    Thread.onSpinWait();
                } else {
                    LockSupport.park(this);
                }
            }
            if (over) {
                return;
            }
            long begun = System.nanoTime();
            if (calls++ > 0) {
                wakeUps.add(begun - ended);
            }
            if (pause > 0) {
                long end = begun + pause;
                for (long now = begun; now - end < 0; now = System.nanoTime()) {
                    LockSupport.parkNanos(end - now);
                }
                inside += System.nanoTime() - begun;
            }
            ended = System.nanoTime();
            turn = 1 - me;
            LockSupport.unpark(threads[1 - me]);
        }
    }
}
