package io.lockgraft.benchmarks.worker;

import com.example.bench.Order;
import io.lockgraft.benchmarks.contender.Call;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** One thread of a slice: calls and calls, and keeps how long each took and how long it waited for its lock. */
final class Caller implements Runnable {
    private static final int CHANGES = 10;

    private final Slice slice;
    private final Keys keys;
    private final Call call;
    private final Call change;
    private final SplittableRandom random;
    private final Order order = new Order();
    private final Histogram times = new Histogram();
    private final CompletableFuture<Long> until;
    private long longestWait;
    private long exclusive;
    private long ended;
    private Throwable failure;

    /**
     * @param change what every tenth call is in place of {@code call} where the slice reads; else null
     * @param until after which no call begins any more; known when all threads are there, and none begins before
     */
    Caller(Slice slice, Keys keys, Call call, Call change, int number, CompletableFuture<Long> until) {
        this.slice = slice;
        this.keys = keys;
        this.call = call;
        this.change = change;
        this.random = new SplittableRandom(31L * slice.seed() + number);
        this.until = until;
    }

    @Override
    public void run() {
        try {
            long end = until.join();
            do {
                keys.choose(order, slice.lines(), random);
                boolean changes = change != null && random.nextInt(CHANGES) == 0;
                Call next = changes ? change : call;
                order.exclusive(changes || change == null);
                long begun = System.nanoTime();
                next.on(order);
                ended = System.nanoTime();
                times.add(ended - begun);
                exclusive += order.isExclusive() ? 1 : 0;
                longestWait = Math.max(longestWait, order.begun() - begun);
            } while (ended - end < 0);
        } catch (Throwable e) {
            failure = e;
        }
    }

    Histogram times() {
        return times;
    }

    long longestWait() {
        return longestWait;
    }

    /** How many of its calls exclude all others. */
    long exclusive() {
        return exclusive;
    }

    /** When its last call ended. */
    long ended() {
        return ended;
    }

    /** What went wrong, or null. */
    Throwable failure() {
        return failure;
    }
}
