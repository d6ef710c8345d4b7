package io.lockgraft.spi.table;

import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Consumer;

/**
 * One question to a table, and the future of its answer. It is sent once or dropped. A question that is failed after it
 * was sent, because nothing waits for it any longer, may still come back with an effect.
 */
public final class Question<T> extends CompletableFuture<T> implements Runnable {
    private static final int NEW = 0;
    private static final int SENT = 1;
    private static final int DROPPED = 2;

    @SuppressWarnings("rawtypes")
    private static final AtomicIntegerFieldUpdater<Question> STATE =
            AtomicIntegerFieldUpdater.newUpdater(Question.class, "state");

    private final Lane lane;
    private final String subject;
    private final Callable<T> table;
    private volatile int state;
    private long sentAt;
    private Consumer<T> late;

    /** @param subject the only key that it is about; or null */
    Question(Lane lane, String subject, Callable<T> table) {
        this.lane = lane;
        this.subject = subject;
        this.table = table;
    }

    /** Called before it is asked: what to do with an answer that comes after the question was failed. */
    Question<T> late(Consumer<T> what) {
        late = what;
        return this;
    }

    public Lane lane() {
        return lane;
    }

    /** The only key that it is about; null where it is about several or none. */
    String subject() {
        return subject;
    }

    /** It is sent now. Returns false if it was dropped or sent before. */
    public boolean send() {
        sentAt = System.nanoTime();
        return STATE.compareAndSet(this, NEW, SENT);
    }

    /** Never sends it, where it was not sent. Returns whether that is so. */
    boolean drop() {
        return STATE.compareAndSet(this, NEW, DROPPED);
    }

    /** Whether it may have an effect. */
    boolean wasSent() {
        return state == SENT;
    }

    /** When it was sent, by System.nanoTime; once it has an answer. */
    long sentAt() {
        return sentAt;
    }

    /** Asks the table, where it was not dropped. Sends it where that has not been done. Called once. */
    @Override
    public void run() {
        if (state != SENT && !send()) {
            return;
        }
        T answer;
        try {
            answer = table.call();
        } catch (UncheckedIOException e) {
            completeExceptionally(e.getCause());
            return;
        } catch (Throwable e) {
            completeExceptionally(e);
            return;
        }
        if (!complete(answer) && late != null) {
            late.accept(answer);
        }
    }

    /** Nothing waits for its answer any longer. Where it was not sent, it never is. */
    public void fail(Throwable why) {
        drop();
        completeExceptionally(why);
    }
}
