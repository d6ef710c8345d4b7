package io.lockgraft.spi.session;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The places of an attempt that has all of its keys. It is lost with its session and with any of its keys, and is told
 * so at once. It ends also when nobody has renewed it for as long as its request wished. Where its owner has asked
 * again and been granted the same places, it ends then without them: they live by the later grant's renewals.
 */
final class SessionGrant implements Grant {
    private enum State {
        HELD,
        RELEASED,
        LOST,
        SUPERSEDED
    }

    private final SessionStore store;
    private final Session session;
    private final Request request;
    private final List<Place> places;
    private final long sentAt;
    private final long token;
    private final AtomicReference<State> state = new AtomicReference<>(State.HELD);
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private final Runnable look = this::look;
    private volatile long until;
    private volatile boolean ending;
    private volatile Future<?> end;

    SessionGrant(SessionStore store, Session session, Request request, List<Place> places, long token) {
        this.store = store;
        this.session = session;
        this.request = request;
        this.places = places;
        this.sentAt = since(session.provenAt());
        this.token = token;
        this.until = System.nanoTime() + request.leaseNanos();
    }

    /** Listens from now on, and looks once for what has happened before. */
    void begin() {
        session.listen(look);
        for (Place place : places) {
            place.lastGrant = this;
            place.listen(look);
        }
        end = store.clock().after(request.leaseNanos(), this::endInTime);
        look();
    }

    private void look() {
        if (session.isOver()) {
            lose("the session is over: " + session.cause().getMessage());
            return;
        }
        for (Place place : places) {
            if (place.lost() != null) {
                lose(place.lost());
            }
        }
    }

    private void lose(String why) {
        if (over(State.LOST)) {
            session.losers().add(request.owner());
            lost.complete(why);
            store.departures().leave(session, places);
        }
    }

    private void endInTime() {
        long left = until - System.nanoTime();
        if (left > 0) {
            end = store.clock().after(left, this::endInTime);
        } else if (ending) {
            release();
        } else if (places.stream().anyMatch(place -> place.lastGrant != this)) {
            over(State.SUPERSEDED);
        } else {
            lose("it was not renewed for as long as its lease");
        }
    }

    private boolean over(State how) {
        if (!state.compareAndSet(State.HELD, how)) {
            return false;
        }
        Clock.cancel(end);
        session.unlisten(look);
        places.forEach(place -> place.unlisten(look));
        return true;
    }

    Session session() {
        return session;
    }

    List<Place> places() {
        return places;
    }

    boolean isHeld() {
        return state.get() == State.HELD && !session.isOver() && places.stream().noneMatch(Place::isOver);
    }

    /** Its own end is further away from now on, unless that has been set. */
    void renewed() {
        if (!ending) {
            until = System.nanoTime() + request.leaseNanos();
        }
    }

    /**
     * From when a lease of this grant counts. The session's own is longer than the wish: it need not have been proven
     * just now.
     */
    private long since(long proven) {
        long spare = session.leaseNanos() - TimeUnit.MILLISECONDS.toNanos(leaseMillis());
        return proven + Math.min(spare, System.nanoTime() - proven);
    }

    /** @param since from when the session's lease counts now; null where the proof failed */
    Renewal renewal(Long since, Throwable failed) {
        if (!isHeld()) {
            return Renewal.lost();
        }
        return failed == null ? Renewal.held(since(since)) : Renewal.of(0, null, failed);
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public long sentAt() {
        return sentAt;
    }

    /** What the session gives, and no more than was wished for. */
    @Override
    public long leaseMillis() {
        return Math.min(request.leaseMillis(), TimeUnit.NANOSECONDS.toMillis(session.leaseNanos()));
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public CompletableFuture<String> lost() {
        return lost;
    }

    @Override
    public CompletableFuture<Renewal> release() {
        if (!over(State.RELEASED)) {
            return CompletableFuture.completedFuture(Renewal.lost());
        }
        long asked = System.nanoTime();
        return store.within(store.departures().leave(session, places), session)
                .handle((had, failed) -> failed != null && session.isEnded()
                        ? Renewal.lost("the session is over: " + session.cause().getMessage(), null)
                        : Renewal.of(asked, had, failed));
    }

    @Override
    public CompletableFuture<Renewal> releaseAfter(long millis) {
        ending = true;
        until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(1, millis));
        Clock.cancel(end);
        endInTime();
        return store.within(session.prove(places), session).handle(this::renewal);
    }
}
