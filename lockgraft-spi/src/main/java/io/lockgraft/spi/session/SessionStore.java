package io.lockgraft.spi.session;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.attempt.OpenAttempts;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A store in which one session is the lease of all grants of this JVM. There is one session at a time. A session that
 * is over is replaced by the next request, and never under a grant that has not been told lost.
 */
public abstract class SessionStore implements LockStore {
    /** Until when a caller hears whether its question was answered. The store itself goes on. */
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(3);

    private final long questionNanos;
    private final Clock clock;
    private final DaemonThreads threads;
    private final Departures departures;
    private final AtomicReference<Session> current = new AtomicReference<>();

    /** Those of which something may be at the server that is no grant. */
    private final OpenAttempts<SessionAttempt> attempts = new OpenAttempts<>(SessionAttempt::close);

    private volatile boolean closed;

    /** @param name in the names of its threads */
    protected SessionStore(StoreContext context, String name, long questionNanos) {
        this.questionNanos = questionNanos;
        this.clock = context.newClock(name + "-clock");
        this.threads = context.threads(name);
        this.departures = new Departures(clock);
    }

    /**
     * Begins a session at the server. Called on a thread of the store, which may wait a little. The client tells the
     * session when it is alive.
     *
     * @throws Exception where it cannot begin; its message says what to do
     */
    protected abstract SessionClient begin(Session session) throws Exception;

    protected final Clock clock() {
        return clock;
    }

    protected final DaemonThreads threads() {
        return threads;
    }

    /** Asks the client of a session that is alive, or as soon as it is. Fails where that takes some seconds. */
    protected final <T> CompletableFuture<T> ask(Function<SessionClient, CompletableFuture<T>> question) {
        Session session = session();
        return within(session.whenAlive().thenCompose(alive -> question.apply(alive.client())), session);
    }

    /** The same for what takes the longer the more keys there are: only a session is waited for no longer. */
    private <T> CompletableFuture<T> walk(Function<SessionLocks, CompletableFuture<T>> question) {
        Session session = session();
        return within(session.whenAlive(), session)
                .thenCompose(alive -> question.apply(alive.client().locks()));
    }

    @Override
    public CompletableFuture<?> load() {
        return ask(client -> CompletableFuture.completedFuture(null));
    }

    @Override
    public final Attempt acquire(Request request) {
        SessionAttempt attempt = new SessionAttempt(this, request);
        attempts.add(attempt, attempt.left());
        attempt.begin();
        return attempt;
    }

    /** All grants of one session by one question. */
    @Override
    public final List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        Map<Session, List<Place>> places = new HashMap<>();
        for (Grant each : grants) {
            SessionGrant grant = (SessionGrant) each;
            if (grant.isHeld()) {
                grant.renewed();
                places.computeIfAbsent(grant.session(), none -> new ArrayList<>())
                        .addAll(grant.places());
            }
        }
        Map<Session, CompletableFuture<Long>> proofs = new HashMap<>();
        places.forEach((session, held) -> {
            // A server that is slow each time loses no lock before a third of the lease.
            long limit = Math.max(LIMIT, session.leaseNanos() / 3);
            proofs.put(session, within(limit, session.prove(held), session));
        });
        List<CompletableFuture<Renewal>> answers = new ArrayList<>();
        for (Grant each : grants) {
            SessionGrant grant = (SessionGrant) each;
            CompletableFuture<Long> proof = proofs.get(grant.session());
            answers.add(
                    proof != null && grant.isHeld()
                            ? proof.handle((since, failed) -> grant.renewal(since, failed))
                            : CompletableFuture.completedFuture(Renewal.lost()));
        }
        return answers;
    }

    @Override
    public final CompletableFuture<List<StoredLock>> locks(String key) {
        return ask(client -> client.locks().locks(key));
    }

    @Override
    public final CompletableFuture<Long> scanSize() {
        return walk(locks -> locks.scanSize());
    }

    @Override
    public final CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return walk(locks -> locks.scan(beginning, each).thenApply(done -> null));
    }

    @Override
    public final CompletableFuture<Boolean> unlock(String key, String owner) {
        return ask(client -> client.locks().unlock(key, owner));
    }

    @Override
    public final CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        return ask(client -> client.locks().replaceEntry(namespace, before, after));
    }

    @Override
    public final long questionNanos() {
        return questionNanos;
    }

    @Override
    public final CompletableFuture<?> endWaiting() {
        attempts.end(SessionAttempt::endUnanswered);
        List<CompletableFuture<?>> left = new ArrayList<>();
        attempts.each(attempt -> left.add(attempt.left()));
        return CompletableFuture.allOf(left.toArray(new CompletableFuture<?>[0]))
                .thenCompose(none -> departures.settled());
    }

    @Override
    public final void close() {
        closed = true;
        attempts.close();
        Session last = current.get();
        if (last != null) {
            last.close();
        }
        clock.close();
    }

    final Departures departures() {
        return departures;
    }

    /** The session of new requests: the one that there is, or a new one where that is over. */
    final Session session() {
        while (true) {
            Session before = current.get();
            if (before != null && (!before.isOver() || closed)) {
                return before;
            }
            Session next = new Session(clock);
            if (current.compareAndSet(before, next)) {
                if (closed) {
                    next.close();
                } else {
                    startOnThread(next);
                }
                return next;
            }
        }
    }

    private void startOnThread(Session next) {
        try {
            threads.execute(() -> start(next));
        } catch (Throwable e) { // no thread: the next request tries again
            next.end(e);
        }
    }

    private void start(Session next) {
        try {
            next.begun(begin(next));
        } catch (Throwable e) { // no class, no memory: what has not begun would stay for ever
            next.end(e);
        }
    }

    /** The same, which fails where it has no answer within some seconds. */
    final <T> CompletableFuture<T> within(CompletableFuture<T> asked, Session session) {
        return within(LIMIT, asked, session);
    }

    private <T> CompletableFuture<T> within(long nanos, CompletableFuture<T> asked, Session session) {
        if (asked.isDone()) {
            return asked;
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        Future<?> limit = clock.after(nanos, () -> {
            Throwable cause = session.cause();
            answer.completeExceptionally(new TimeoutException(
                    "the server has not answered" + (cause == null ? "" : ": " + cause.getMessage())));
        });
        asked.whenComplete((said, failed) -> {
            Clock.cancel(limit);
            if (failed == null) {
                answer.complete(said);
            } else {
                answer.completeExceptionally(failed);
            }
        });
        return answer;
    }

    /** Asks. What is thrown instead of an answer fails it: a full heap may have room again for the next question. */
    static <T> CompletableFuture<T> asked(Supplier<CompletableFuture<T>> question) {
        try {
            return question.get();
        } catch (RuntimeException | Error e) {
            return failed(e);
        }
    }

    /** For questions that cannot be asked. */
    protected static <T> CompletableFuture<T> failed(Throwable why) {
        CompletableFuture<T> failed = new CompletableFuture<>();
        failed.completeExceptionally(why);
        return failed;
    }
}
