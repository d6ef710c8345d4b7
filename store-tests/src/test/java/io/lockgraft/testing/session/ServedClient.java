package io.lockgraft.testing.session;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.session.Place;
import io.lockgraft.spi.session.Session;
import io.lockgraft.spi.session.SessionClient;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** One session of a {@link ServedStore}. It answers on the caller's thread. A fault overrides one of its methods. */
public class ServedClient implements SessionClient {
    private final ServedStore store;
    private final Session session;
    private final Set<ServedPlace> places = ConcurrentHashMap.newKeySet();
    private volatile SessionServer.Seat seat;

    public ServedClient(ServedStore store, Session session) {
        this.store = store;
        this.session = session;
    }

    /** Begins a session at the server. */
    public final ServedClient connect() throws IOException {
        store.network.reach();
        long asked = System.nanoTime();
        seat = store.server.begin(this, store.sessionMillis);
        store.network.add(this);
        session.alive(asked, leaseNanos(store.sessionMillis));
        return this;
    }

    /** The lease that a session of so many milliseconds gives. */
    protected long leaseNanos(long sessionMillis) {
        return TimeUnit.MILLISECONDS.toNanos(sessionMillis) / 2;
    }

    /** The server says that it has ended the session. */
    final void ended() {
        if (!store.network.isCut()) {
            over();
        }
    }

    /** It is known that the server has ended the session. */
    protected void over() {
        session.end(new IllegalStateException("the server has ended it"));
    }

    /** The network is down. */
    protected void cutOff() {
        session.silent(new IOException("the network is cut"));
    }

    /** The network is up again. */
    final void reconnected() {
        long asked = System.nanoTime();
        if (store.server.hear(seat)) {
            session.alive(asked, leaseNanos(store.sessionMillis));
            changed();
        } else {
            over();
        }
    }

    /** Something has changed at the server. */
    protected void changed() {
        if (!store.network.isCut()) {
            places.forEach(ServedPlace::look);
        }
    }

    @Override
    public final Place place(String key, Request request) {
        ServedPlace place = new ServedPlace(key, request);
        places.add(place);
        return place;
    }

    @Override
    public CompletableFuture<Long> prove(Collection<Place> held) {
        long asked = System.nanoTime();
        return ask(() -> {
            if (!store.server.hear(seat)) {
                over();
                throw new IOException("the session is over");
            }
            held.forEach(each -> ((ServedPlace) each).look());
            return asked;
        });
    }

    @Override
    public final CompletableFuture<Long> token(List<Place> of, Request request) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException("locks are exclusive"));
    }

    @Override
    public void end() {
        if (!store.network.isCut()) {
            store.server.end(seat);
        }
    }

    private <T> CompletableFuture<T> ask(Callable<T> question) {
        try {
            store.network.reach();
            return CompletableFuture.completedFuture(question.call());
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** An entry in the queue of a key. */
    private final class ServedPlace extends Place {
        private final String owner;
        private volatile boolean entered;

        private ServedPlace(String key, Request request) {
            super(key, request);
            this.owner = request.owner().text();
        }

        @Override
        protected CompletableFuture<Boolean> enter() {
            return ask(() -> {
                boolean has = store.server.enter(seat, key(), owner);
                if (has) {
                    entered = true;
                } else {
                    heldBy(store.server.holder(key()));
                }
                return has;
            });
        }

        @Override
        protected CompletableFuture<Boolean> leave() {
            places.remove(this);
            return ask(() -> store.server.leave(seat, key(), owner));
        }

        private void look() {
            if (entered && !store.server.has(seat, key(), owner)) {
                lose("the key " + key() + " was deleted");
            } else {
                changed();
            }
        }
    }
}
