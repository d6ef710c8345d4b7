package io.lockgraft.store.consul;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.session.Place;
import io.lockgraft.spi.session.Session;
import io.lockgraft.spi.session.SessionClient;
import io.lockgraft.spi.session.SessionLocks;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.consul.api.ConsulApi;
import io.lockgraft.store.consul.api.Failures;
import io.lockgraft.store.consul.api.Transaction;
import io.lockgraft.store.consul.settings.ConsulSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One session at Consul, made without health checks: with them, one flap of the agent's would end it. A renewal proves
 * it, and its lease is the TTL from when the renewal was sent; Consul itself waits twice as long. Its lock-delay is the
 * TTL too: what somebody ends by hand stays closed for as long as this JVM may believe that it holds it.
 */
final class ConsulClient implements SessionClient {
    private static final String ENDED = "Consul has ended it: by hand, with its agent's node, or because nothing"
            + " was heard of this JVM for too long";
    private static final long AGAIN = TimeUnit.MILLISECONDS.toNanos(300);

    private final Session session;
    private final ConsulSettings settings;
    private final String jvm;
    private final Clock clock;
    private final DaemonThreads threads;
    private final Names names;
    private final ConsulApi api;
    private final Dead dead;
    private final FenceTokens tokens;
    private final long leaseNanos;

    /** Those that have an entry, or may have one. */
    private final Set<KeyPlace> entered = ConcurrentHashMap.newKeySet();

    private final AtomicLong numbers = new AtomicLong();
    private final AtomicBoolean asksAgain = new AtomicBoolean();
    private volatile boolean ended;

    /** Null where there is none yet. */
    private volatile String id;

    private volatile Guard guard;

    /** Connects in the background. */
    ConsulClient(Session session, ConsulSettings settings, String jvm, Clock clock, DaemonThreads threads)
            throws IOException, GeneralSecurityException {
        this.session = session;
        this.settings = settings;
        this.jvm = jvm;
        this.clock = clock;
        this.threads = threads;
        this.names = new Names(settings.prefix());
        this.api = new ConsulApi(settings, threads, this::gone);
        this.dead = new Dead(this);
        this.tokens = new FenceTokens(this, settings.tokensAbove());
        this.leaseNanos = settings.sessionTtl().toNanos();
        session.silent(new ConnectException(settings.address() + " has not answered"));
        connect(new Pauses());
    }

    private void connect(Pauses pauses) {
        long sentAt = System.nanoTime();
        api.create(description())
                .thenCompose(made -> {
                    id = made;
                    guard = new Guard(api, names.guard(made), made, jvm);
                    return guard.renew(none -> {});
                })
                .whenComplete((written, failed) -> {
                    Throwable why = Failures.unwrapped(failed);
                    if (failed == null) {
                        session.alive(sentAt, leaseNanos);
                        dead.sweep();
                    } else if (why instanceof Answer.Refusal) {
                        session.end(why);
                    } else if (!ended) {
                        session.silent(why);
                        clock.after(pauses.next(), () -> connect(pauses));
                    }
                });
    }

    private Map<String, Object> description() {
        String time = settings.sessionTtl().toMillis() + "ms";
        Map<String, Object> session = new LinkedHashMap<>();
        session.put("Name", "lockgraft " + jvm);
        session.put("TTL", time);
        session.put("LockDelay", time);
        // Whoever takes over an entry that is left deletes it.
        session.put("Behavior", "release");
        // The name before and since Consul 1.7.
        session.put("Checks", Collections.emptyList());
        session.put("NodeChecks", Collections.emptyList());
        return session;
    }

    private void gone() {
        session.end(new IllegalStateException(ENDED));
    }

    /** Completes with the time from which the lease counts. Where Consul does not answer, it is asked again. */
    CompletableFuture<Long> beat() {
        long sentAt = System.nanoTime();
        return api.renew(id)
                .thenApply(known -> {
                    if (!known) {
                        gone();
                        throw new CompletionException(new IllegalStateException(ENDED));
                    }
                    session.alive(sentAt, leaseNanos);
                    return sentAt;
                })
                .whenComplete((since, failed) -> {
                    if (failed != null && !ended) {
                        session.silent(Failures.unwrapped(failed));
                        beatAgain();
                    }
                });
    }

    private void beatAgain() {
        if (asksAgain.compareAndSet(false, true)) {
            clock.after(Pauses.jittered(AGAIN), () -> {
                asksAgain.set(false);
                if (!ended) {
                    beat();
                }
            });
        }
    }

    @Override
    public Place place(String key, Request request) {
        return new KeyPlace(this, key, request);
    }

    @Override
    public CompletableFuture<Long> prove(Collection<Place> held) {
        CompletableFuture<Long> beat = beat();
        CompletableFuture<?> looked = CompletableFuture.completedFuture(null);
        List<KeyPlace> part = new ArrayList<>();
        for (Place each : held) {
            part.add((KeyPlace) each);
            if (part.size() == Transaction.MOST) {
                looked = looked.thenCombine(look(part), (one, other) -> null);
                part = new ArrayList<>();
            }
        }
        if (!part.isEmpty()) {
            looked = looked.thenCombine(look(part), (one, other) -> null);
        }
        return looked.thenCombine(beat, (none, since) -> since);
    }

    private CompletableFuture<?> look(List<KeyPlace> part) {
        Transaction checks = new Transaction();
        part.forEach(each -> checks.checkSession(each.name(), id));
        return api.allOfHolder(checks).thenAccept(outcome -> {
            for (int i = 0; i < part.size(); i++) {
                part.get(i).seen(outcome.failures().get(i));
            }
        });
    }

    @Override
    public CompletableFuture<Long> token(List<Place> places, Request request) {
        return tokens.next(places, request);
    }

    @Override
    public SessionLocks locks() {
        return new StoredLocks(this);
    }

    /** Keys first: a session that ends with a key closes it for the lock-delay. */
    @Override
    public void end() {
        ended = true;
        threads.execute(() -> {
            try {
                if (id != null) {
                    api.end(farewell(), id);
                }
            } catch (IOException e) {
                // Consul frees the keys when the session's time is over.
            }
            api.close();
        });
    }

    /** Without the guard, no entry is made any more. */
    private List<Transaction> farewell() {
        List<Transaction> all = new ArrayList<>();
        Transaction part = new Transaction().delete(names.guard(id));
        for (KeyPlace each : entered) {
            if (part.size() == Transaction.MOST) {
                all.add(part);
                part = new Transaction();
            }
            String its = each.name();
            if (its != null) { // it may be leaving now
                part.delete(its);
            }
        }
        all.add(part);
        return all;
    }

    /** Another name for each entry: a late command for one is none for the next. */
    String newName(String key, Request request) {
        return names.entry(key, request.owner().text(), numbers.incrementAndGet());
    }

    /** The place may have an entry from now on. */
    void enters(KeyPlace place) {
        entered.add(place);
    }

    void left(KeyPlace place) {
        entered.remove(place);
    }

    ConsulApi api() {
        return api;
    }

    Names names() {
        return names;
    }

    Guard guard() {
        return guard;
    }

    Dead dead() {
        return dead;
    }

    Clock clock() {
        return clock;
    }

    ConsulSettings settings() {
        return settings;
    }

    boolean isEnded() {
        return ended;
    }

    /** What Consul calls the session. */
    String id() {
        return id;
    }
}
