package io.lockgraft.spi.table;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** When an attempt goes on by the clock: at the end of a pause, of its wait, and when its last answer is overdue. */
final class Alarms {
    /** A lease that is just over is over at this look. */
    private static final long A_LITTLE = TimeUnit.MILLISECONDS.toNanos(1);

    private final TableStore store;
    private final Request request;
    private final Runnable ask;
    private final Future<?> end;
    private final Future<?> lastAnswer;
    private Pauses pauses;
    private Future<?> pause;

    /** @param ask what an attempt does behind a pause; at the ends it does {@code step} */
    Alarms(TableStore store, Request request, Runnable step, Runnable ask) {
        this.store = store;
        this.request = request;
        this.ask = ask;
        this.end = store.clock().after(request.remaining(), step);
        this.lastAnswer = store.clock().after(untilLastAnswer(), step);
    }

    /** A pause of so many nanoseconds begins, in place of the last one. */
    void pause(long nanos) {
        if (nanos < Long.MAX_VALUE) {
            Clock.cancel(pause);
            pause = store.clock().after(Math.max(A_LITTLE, nanos), ask);
        }
    }

    /** How long it pauses when so many questions in a row have failed. */
    long pauseAfterFailure(int failures) {
        if (failures == 1) {
            pauses = new Pauses();
        }
        return pauses.next();
    }

    /** Whether the last answer is overdue. */
    boolean isSilent() {
        return untilLastAnswer() <= 0;
    }

    private long untilLastAnswer() {
        return request.lastAnswer(store.questionNanos()) - System.nanoTime();
    }

    void cancel() {
        Clock.cancel(end);
        Clock.cancel(lastAnswer);
        Clock.cancel(pause);
    }
}
