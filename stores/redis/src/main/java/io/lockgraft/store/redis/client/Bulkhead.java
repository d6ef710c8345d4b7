package io.lockgraft.store.redis.client;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.redis.failure.AnswerLostException;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnsentException;
import java.util.Iterator;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Bounds how many requests to one server are inside of the Redis client at once. The rest waits here, first come, first
 * served. Releases and renewals go before requests for a lock, and have room of their own.
 *
 * <p>A request is handed to the client only while that has a connection free for it, by one thread at a time. So the
 * client's own queue for connections stays empty. The client hands a connection from one request to the next by nested
 * calls, some dozen frames each: a long queue overflows the stack, and the connection's permit is lost for good.
 *
 * <p>No thread waits in here: one that comes while another hands over leaves its request to that one. The clock looks
 * after requests from time to time, so that none stays for ever.
 */
final class Bulkhead {
    /** A server answers so many in a fraction of a command's timeout, and a distant one is kept busy by them. */
    static final int MOST = 512;

    /** Beside those, for renewals and releases. */
    private static final int MORE_FOR_URGENT = 64;

    /** A thread hands over so many, its own among them, and leaves the rest to a thread of the client. */
    private static final int MOST_AT_A_TIME = 64;

    /** So many timeouts of a command: the server may be another one by then. */
    private static final int WAITS_FOR_OTHERS = 5;

    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

    /** A server that is silent for so long, although it answers a plain PING, is not what is wrong. */
    private static final long SUSPICIOUS = TimeUnit.SECONDS.toNanos(2);

    private final BooleanSupplier hasConnection;
    private final Clock clock;
    private final Executor others;
    private final long timeout;
    private final Consumer<Silence> suspicion;

    private final Queue<Call<?>> urgent = new ConcurrentLinkedQueue<>();
    private final Queue<Call<?>> usual = new ConcurrentLinkedQueue<>();

    /** Of the requests in both queues, those that are not withdrawn. To count a queue is to walk through it. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final Set<Call<?>> inside = ConcurrentHashMap.newKeySet();
    private final AtomicInteger handing = new AtomicInteger();
    private final AtomicBoolean looksAgain = new AtomicBoolean();
    private final AtomicBoolean watched = new AtomicBoolean();
    private final Silence silence = new Silence();
    private volatile long lastAnswer = System.nanoTime();
    private volatile Throwable closed;

    /**
     * @param hasConnection whether the client has a connection for one more request
     * @param others hand over where a caller has done enough for others
     * @param timeout of one command, in nanoseconds
     * @param suspicion told from time to time while the server says nothing
     */
    Bulkhead(BooleanSupplier hasConnection, Clock clock, Executor others, long timeout, Consumer<Silence> suspicion) {
        this.hasConnection = hasConnection;
        this.clock = clock;
        this.others = others;
        this.timeout = timeout;
        this.suspicion = suspicion;
    }

    /** How many are inside and in front of it, in words. */
    String crowd() {
        return inside.size() + " requests of this JVM are under way, and " + waiting + " wait for their turn";
    }

    /** What a request waits for, in words: its turn or a connection. */
    String awaited() {
        boolean isCrowd = inside.size() >= MOST || hasConnection.getAsBoolean();
        return (isCrowd ? "its turn has not come: " : "the lock client has no connection for it: ") + crowd();
    }

    /** Hands it to the client in its turn, at once where there is room. */
    void admit(Call<?> call, boolean isUrgent) {
        waiting.incrementAndGet();
        (isUrgent ? urgent : usual).add(call);
        try {
            handOver();
        } finally {
            watch();
        }
        Throwable why = closed;
        if (why != null && call.take() != null) {
            call.fail(why);
        }
    }

    /** One that waited does so no more. */
    void taken() {
        waiting.decrementAndGet();
    }

    /** No request comes in from now on, and those that wait fail. */
    void close(Throwable why) {
        closed = why;
        fail(urgent, why, Long.MIN_VALUE);
        fail(usual, why, Long.MIN_VALUE);
    }

    private void handOver() {
        if (handing.getAndIncrement() != 0) {
            return;
        }
        try {
            int left = MOST_AT_A_TIME;
            int missed = 1;
            while (missed != 0) {
                while (sendNext()) {
                    if (--left == 0 && passOn()) {
                        return;
                    }
                }
                missed = handing.addAndGet(-missed);
            }
        } catch (RuntimeException | Error e) {
            handing.set(0); // the client could not say whether it has a connection; the clock goes on
            throw e;
        }
    }

    private boolean passOn() {
        handing.set(0);
        try {
            others.execute(this::handOver);
            return true;
        } catch (RejectedExecutionException closing) {
            // Then this one goes on, unless another has begun to.
            return handing.getAndIncrement() != 0;
        }
    }

    /** Sends one, or fails one that is too late. False where none may enter now. */
    private boolean sendNext() {
        while (true) {
            boolean isUrgent = !urgent.isEmpty();
            Queue<Call<?>> from = isUrgent ? urgent : usual;
            if (from.isEmpty() || inside.size() >= (isUrgent ? MOST + MORE_FOR_URGENT : MOST)) {
                return false;
            }
            if (!hasConnection.getAsBoolean()) {
                lookAgain();
                return false;
            }
            Call<?> next = from.poll();
            boolean isTooLate = next != null && next.isTooLate(System.nanoTime());
            Throwable why = isTooLate ? next.unsent() : null;
            Runnable sending = next == null ? null : next.take();
            if (sending == null) {
                continue; // withdrawn
            }
            if (isTooLate) {
                next.fail(why);
            } else {
                send(next, sending);
            }
            return true;
        }
    }

    /** Connections are being made, or all are in use: the next answer comes back here, or the clock does. */
    private void lookAgain() {
        if (looksAgain.compareAndSet(false, true)) {
            clock.after(LOOK_AGAIN, () -> {
                looksAgain.set(false);
                handOver();
            });
        }
    }

    private void send(Call<?> call, Runnable sending) {
        inside.add(call);
        try {
            sending.run();
        } catch (RuntimeException | LinkageError e) {
            call.fail(e);
        }
        call.handle((value, error) -> ended(call, error));
    }

    private Void ended(Call<?> call, Throwable error) {
        if (!inside.remove(call)) {
            return null;
        }
        if (error == null || Failure.of(error).isAnswer()) {
            lastAnswer = System.nanoTime();
            silence.heard();
        } else {
            missed(call, System.nanoTime());
        }
        // A request that comes from now on sees the room itself.
        if (isAwaited()) {
            handOver();
        }
        return null;
    }

    private void missesIfStuck(Call<?> first, long now) {
        if (first != null && first.ageNanos(now) > timeout) {
            missed(first, now);
        }
    }

    /** It has had no answer. */
    private void missed(Call<?> call, long now) {
        if (silence.missed(now - call.ageNanos(now), now) > Math.max(SUSPICIOUS, 2 * timeout)) {
            suspicion.accept(silence);
        }
    }

    private void watch() {
        if ((!inside.isEmpty() || isAwaited()) && watched.compareAndSet(false, true)) {
            clock.after(timeout / 4, this::look);
        }
    }

    private boolean isAwaited() {
        return !urgent.isEmpty() || !usual.isEmpty();
    }

    private void look() {
        watched.set(false);
        try {
            long now = System.nanoTime();
            loseOldOnes(now);
            Throwable stuck = null;
            // As long as answers come, all that is wrong is that many wait.
            if (now - lastAnswer > timeout) {
                stuck = new UnsentException("no request has come through to the lock server: " + crowd());
                missesIfStuck(urgent.peek(), now);
                missesIfStuck(usual.peek(), now);
            }
            fail(urgent, stuck, timeout);
            // These have deadlines of their own; to ask anew only makes a crowd slower.
            fail(usual, stuck, WAITS_FOR_OTHERS * timeout);
            handOver();
        } finally {
            watch();
        }
    }

    private void loseOldOnes(long now) {
        for (Call<?> call : inside) {
            // For a connection, for the writing and for the answer the client has a timeout each.
            if (call.ageNanos(now) > 3 * timeout + SUSPICIOUS) {
                AnswerLostException lost = new AnswerLostException("the lock client has not told what became of it");
                call.fail(lost);
                ended(call, lost);
            }
        }
    }

    /** Removes requests that are withdrawn. With a reason, fails those that have waited for so long. */
    private void fail(Queue<Call<?>> queue, Throwable why, long age) {
        long now = System.nanoTime();
        for (Iterator<Call<?>> waiting = queue.iterator(); waiting.hasNext(); ) {
            Call<?> next = waiting.next();
            if (!next.waits()) {
                waiting.remove();
            } else if (why != null && next.ageNanos(now) > age && next.take() != null) {
                waiting.remove();
                next.fail(why);
            }
        }
    }
}
