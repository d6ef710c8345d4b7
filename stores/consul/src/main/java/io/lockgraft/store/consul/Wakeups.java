package io.lockgraft.store.consul;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.consul.api.Watch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What makes a place look again: a blocking query, and the clock where no query tells of a change. There is one of each
 * at most, so looks do not multiply. Threads may share it.
 */
final class Wakeups {
    /** Until a look by the clock: the lock-delay's end has no event, nor has a place without a query. */
    private static final long POLL = TimeUnit.SECONDS.toNanos(1);

    /** An agent that refuses queries is asked half as often after each refusal, so many times. */
    private static final int MOST_DOUBLINGS = 2;

    private final ConsulClient client;
    private final AtomicReference<Future<?>> due = new AtomicReference<>();

    /** How many queries in a row have failed. */
    private final AtomicInteger failures = new AtomicInteger();

    private final AtomicReference<Watch> watch = new AtomicReference<>();
    private volatile boolean closed;

    Wakeups(ConsulClient client) {
        this.client = client;
    }

    /**
     * Waits for a change of this entry, or of all whose names begin so. Nothing else is waited for from now on.
     *
     * @param then runs when something may have changed, or the query has failed and some time has passed
     */
    void byQuery(String path, boolean below, long index, Runnable then) {
        Watch before = watch.get();
        if (before != null && !before.isOver() && path.equals(before.name())) {
            return;
        }
        cancel();
        Watch next = client.api().watch(path, below, index, changed -> {
            if (changed) {
                failures.set(0);
                then.run();
            } else {
                int doublings = Math.min(failures.getAndIncrement(), MOST_DOUBLINGS);
                byClock(POLL << doublings, then);
            }
        });
        // Noted before it begins: its answer may set the one behind it at once.
        replaceBy(next);
        if (!client.api().begin(next)) {
            byClock(then);
        }
        if (closed) {
            cancel();
        }
    }

    /** @param next null for none */
    private void replaceBy(Watch next) {
        Watch before = watch.getAndSet(next);
        if (before != null) {
            before.close();
        }
    }

    /** Looks once, a second from now. Takes the place of a look that was due. */
    void byClock(Runnable then) {
        byClock(POLL, then);
    }

    private void byClock(long nanos, Runnable then) {
        Clock.cancel(due.getAndSet(client.clock().after(Pauses.jittered(nanos), then)));
    }

    /** Waits for nothing. */
    void cancel() {
        Clock.cancel(due.getAndSet(null));
        replaceBy(null);
    }

    /** Waits for nothing any more. */
    void close() {
        closed = true;
        cancel();
    }
}
