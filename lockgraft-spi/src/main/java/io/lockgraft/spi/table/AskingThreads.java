package io.lockgraft.spi.table;

import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that ask a table which may block: a few for each lane, and none before its first question. */
final class AskingThreads implements Asker {
    /** Who looks at all keys of a store may take this long. */
    private static final long LOOK = TimeUnit.MINUTES.toNanos(1);

    final KeyTable table;
    final Clock clock;
    private final DaemonThreads closing;
    private final Map<Lane, LaneThreads> lanes = new EnumMap<>(Lane.class);
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Not null once the store is closed. */
    private volatile Runnable last;

    AskingThreads(StoreContext context, String name, KeyTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.closing = context.threads(name + "-close");
        for (Lane each : Lane.values()) {
            DaemonThreads threads = context.threads(name + '-' + each.thread());
            int most = each == Lane.TAKES ? table.threads() : 1;
            long timeout = each == Lane.LOOKS ? Math.max(LOOK, table.timeoutNanos()) : table.timeoutNanos();
            lanes.put(each, new LaneThreads(this, threads, most, timeout));
        }
    }

    @Override
    public void ask(Question<?> question) {
        if (last != null && (ended.get() || question.lane() != Lane.RETURNS)) {
            question.fail(new IllegalStateException("the store has been closed"));
        } else {
            LaneThreads lane = lanes.get(question.lane());
            lane.add(question);
            if (ended.get()) {
                lane.giveUp();
            }
        }
    }

    @Override
    public void close(Runnable whenEnded) {
        last = whenEnded;
        lanes.values().forEach(LaneThreads::close);
        clock.after(table.timeoutNanos(), this::end);
        if (running.get() == 0) {
            end();
        }
    }

    boolean isClosed() {
        return last != null;
    }

    void threadBegins() {
        running.incrementAndGet();
    }

    void threadEnds() {
        if (running.decrementAndGet() == 0 && last != null) {
            end();
        }
    }

    /** On a thread of its own: the table may block while it closes. */
    private void end() {
        if (ended.compareAndSet(false, true)) {
            lanes.values().forEach(LaneThreads::giveUp);
            closing.execute(last);
        }
    }
}
