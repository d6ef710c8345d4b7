package io.lockgraft.spi.session;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A session of this JVM at the server, and the lease of all grants within it. It ends once and for all: where the
 * server says so, or where its lease has run out by the local clock, whichever is known first. Then all of its grants
 * are lost, and the next request begins another session.
 *
 * <p>Its {@link SessionClient} tells it what it sees at the server. Each step of the state happens in {@link #move}.
 */
public final class Session {
    /** What is known of a session. */
    public enum State {
        /** The server has not confirmed it yet. */
        CONNECTING,
        /** The server answers. */
        ALIVE,
        /** The connection is down. The lease goes on until its end. */
        SILENT,
        /** Its lease is over by the local clock: the server may have it no more. */
        RAN_OUT,
        /** The server has ended it, or it could not begin. */
        ENDED,
        /** Its store is closed. */
        CLOSED
    }

    /** The state with what belongs to it. Immutable. */
    private static final class Now {
        private final State state;
        private final long provenAt;
        private final long leaseNanos;
        private final Throwable cause;

        private Now(State state, long provenAt, long leaseNanos, Throwable cause) {
            this.state = state;
            this.provenAt = provenAt;
            this.leaseNanos = leaseNanos;
            this.cause = cause;
        }

        private boolean isOver() {
            return state == State.RAN_OUT || state == State.ENDED || state == State.CLOSED;
        }

        private boolean hasLease() {
            return state == State.ALIVE || state == State.SILENT;
        }

        private long left() {
            return provenAt + leaseNanos - System.nanoTime();
        }
    }

    private final Clock clock;
    private final Entrance entrance = new Entrance(this);
    private final AtomicReference<Now> now = new AtomicReference<>(new Now(State.CONNECTING, 0, 0, null));
    private final CompletableFuture<Session> alive = new CompletableFuture<>();
    private final ConcurrentMap<String, Place> places = new ConcurrentHashMap<>();
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private final Losers losers;
    private volatile SessionClient client;
    private volatile long askedAt;

    Session(Clock clock) {
        this.clock = clock;
        this.losers = new Losers(clock);
    }

    // What its client tells.

    /**
     * The server has confirmed the session: for the first time, or after a silence.
     *
     * @param since the time, by System.nanoTime, from which the lease counts
     */
    public void alive(long since, long leaseNanos) {
        Now before = move(at -> new Now(State.ALIVE, later(at, since), leaseNanos, null));
        tellAlive();
        if (before.state == State.CONNECTING) {
            askedAt = System.nanoTime();
            watch();
        }
    }

    /** The server may confirm the session before its client is known here: what was asked now would find none. */
    private void tellAlive() {
        if (isAlive()) {
            alive.complete(this);
        }
    }

    /** An answer has shown that the session lives, and that its lease counts from then. */
    public void proven(long since) {
        if (now.get().hasLease() && since - now.get().provenAt > 0) {
            move(at -> new Now(at.state, later(at, since), at.leaseNanos, at.cause));
        }
    }

    /** The connection is down, or cannot be made; the client goes on trying. */
    public void silent(Throwable cause) {
        move(at -> new Now(
                at.state == State.CONNECTING ? State.CONNECTING : State.SILENT, at.provenAt, at.leaseNanos, cause));
    }

    /** The server has ended the session, or it cannot begin. */
    public void end(Throwable why) {
        move(at -> new Now(State.ENDED, at.provenAt, at.leaseNanos, why));
    }

    void close() {
        move(at -> new Now(State.CLOSED, at.provenAt, at.leaseNanos, new IllegalStateException("the store is closed")));
    }

    private interface Step {
        Now from(Now at);
    }

    /** The one place where the state changes. A session that is over stays so, and one whose lease is over ends. */
    private Now move(Step step) {
        Now before;
        Now after;
        do {
            before = now.get();
            if (before.isOver()) {
                return before;
            }
            after = step.from(before);
            if (before.hasLease() && before.left() <= 0 && !after.isOver()) {
                after = new Now(State.RAN_OUT, before.provenAt, before.leaseNanos, ranOut(before));
            }
        } while (!now.compareAndSet(before, after));
        if (after.isOver()) {
            alive.completeExceptionally(after.cause); // before the listeners, who ask whether it has ever been alive
        }
        if (after.state != before.state) {
            listeners.forEach(Runnable::run);
        }
        if (after.isOver()) {
            SessionClient its = client;
            if (its != null) {
                its.end();
            }
            entrance.send();
        }
        return before;
    }

    private static Throwable ranOut(Now at) {
        return new TimeoutException("the server has not confirmed the session for "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - at.provenAt) + " ms"
                + (at.cause == null ? "" : ": " + at.cause.getMessage()));
    }

    private static long later(Now at, long since) {
        return at.hasLease() && at.provenAt - since > 0 ? at.provenAt : since;
    }

    // What its store does with it.

    /** Called once, when there is a client. It is ended at once where the session is over by now. */
    void begun(SessionClient made) {
        client = made;
        if (isOver()) {
            made.end();
        }
        tellAlive();
        listeners.forEach(Runnable::run);
    }

    /** Asks at half of the lease, so that one lost answer costs no session, and ends the session with its lease. */
    private void watch() {
        Now at = now.get();
        if (!at.hasLease()) {
            return;
        }
        if (at.left() <= 0) {
            move(none -> none);
            return;
        }
        long untilBeat = askedAt + at.leaseNanos / 2 - System.nanoTime();
        if (untilBeat <= 0) {
            prove(Collections.emptyList());
            untilBeat = at.leaseNanos / 2;
        }
        clock.after(Math.min(untilBeat, at.left()), this::watch);
    }

    /** Asks the server now. Completes with the time from which the lease counts. */
    CompletableFuture<Long> prove(Collection<Place> held) {
        askedAt = System.nanoTime();
        SessionClient its = client;
        if (its == null) {
            return SessionStore.failed(new IllegalStateException("the session has not begun"));
        }
        return SessionStore.asked(() -> its.prove(held)).thenApply(since -> {
            proven(since);
            return since;
        });
    }

    CompletableFuture<Long> token(List<Place> of, Request request) {
        return client.token(of, request);
    }

    /** The place of the request's owner at this key: the one that it has, or a new one. */
    Place place(String key, Request request) {
        return places.computeIfAbsent(name(key, request), name -> client.place(key, request));
    }

    /** Where places of this session are taken. */
    Entrance entrance() {
        return entrance;
    }

    Losers losers() {
        return losers;
    }

    /** Returns false if the place has been given back before. */
    boolean remove(Place place) {
        place.leaving();
        return places.remove(name(place.key(), place.request()), place);
    }

    private static String name(String key, Request request) {
        return request.owner().text() + ' ' + key;
    }

    /** True if requests may be asked. */
    boolean isAlive() {
        return now.get().state == State.ALIVE && client != null;
    }

    boolean isOver() {
        return now.get().isOver();
    }

    /** True if the server has said so: how long ago it freed the keys is not known. */
    boolean isEnded() {
        return now.get().state == State.ENDED;
    }

    boolean isClosed() {
        return now.get().state == State.CLOSED;
    }

    /** Completes when the session is alive for the first time, and has its client; fails if it ends before. */
    CompletableFuture<Session> whenAlive() {
        return alive;
    }

    SessionClient client() {
        return client;
    }

    /** The lease that it gives to all its grants; 0 before the server has said so. */
    long leaseNanos() {
        return now.get().leaseNanos;
    }

    /** From when the lease counts, by System.nanoTime. */
    long provenAt() {
        return now.get().provenAt;
    }

    /** Why it is silent or over, or has not begun; null where nothing is known. */
    Throwable cause() {
        return now.get().cause;
    }

    /** @param work runs at each change of the state, on any thread; must be short */
    void listen(Runnable work) {
        listeners.add(work);
    }

    void unlisten(Runnable work) {
        listeners.remove(work);
    }

    @Override
    public String toString() {
        return "session " + now.get().state;
    }
}
