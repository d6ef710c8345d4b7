package io.lockgraft.testing.store;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.table.Asker;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyAnswer;
import io.lockgraft.spi.table.KeyTable;
import io.lockgraft.spi.table.Lane;
import io.lockgraft.spi.table.Question;
import io.lockgraft.spi.table.TableStore;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A store for tests. The way to its server can be slow, silent or broken on demand. */
public class FaultyStore implements LockStore {
    /** What it keeps: what memory does, beyond the death of its client. */
    public static final Capabilities CAPABILITIES = MemoryStore.CAPABILITIES
            .freedAfterDeath(Capabilities.WITH_LEASE)
            .question(80)
            .with(Capability.OUTLIVES_PROCESS, Capability.ENTRIES)
            .without(Capability.LOCKS, Capability.UNLOCK);

    private static final long TIMEOUT = 500;

    /** To which its address leads. */
    public volatile FaultyServer server;

    private final Clock clock = new Clock(task -> {
        Thread thread = new Thread(task, "faulty-store");
        thread.setDaemon(true);
        return thread;
    });
    private final Way way = new Way();
    private final Table store = new Table(new FaultyTable(), way);

    /** What was asked of it, for tests that count. */
    public final AtomicInteger acquires = new AtomicInteger();

    /** Keys that are asked for now, and the most that there were at a time. */
    public final AtomicInteger asking = new AtomicInteger();

    public final AtomicInteger mostAsking = new AtomicInteger();

    /** What it has granted, how often that was given back, and how often something that had been given back already. */
    public final AtomicInteger grants = new AtomicInteger();

    public final AtomicInteger releases = new AtomicInteger();
    public final AtomicInteger releasedAgain = new AtomicInteger();
    public final List<Integer> renewals = Collections.synchronizedList(new ArrayList<>());

    /** How long each question is on its way, in milliseconds. */
    public volatile long delay;

    /** How long one question may take, in milliseconds. */
    public volatile long patience = 80;

    /** By so much, in nanoseconds, a lease begins before its question, as that of a session does. */
    public volatile long age;

    /** Not null: every question fails at once with it. */
    public volatile RuntimeException broken;

    /** Not null: every release fails at once with it. */
    public volatile RuntimeException brokenRelease;

    /** Not null: every release must be proven, and is when this says so. */
    public volatile CompletableFuture<Renewal> proof;

    /** Its loading. */
    public volatile CompletableFuture<?> loading = CompletableFuture.completedFuture(null);

    public FaultyStore(FaultyServer server) {
        this.server = server;
    }

    @Override
    public CompletableFuture<?> load() {
        return loading;
    }

    @Override
    public Attempt acquire(Request request) {
        acquires.incrementAndGet();
        return AttemptDouble.of(store.acquire(request), FaultyGrant::new);
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        renewals.add(grants.size());
        return store.renew(
                grants.stream().map(grant -> ((FaultyGrant) grant).granted).toList());
    }

    @Override
    public CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        return store.replaceEntry(namespace, before, after);
    }

    @Override
    public long questionNanos() {
        return TimeUnit.MILLISECONDS.toNanos(patience);
    }

    /** What is on its way still arrives. */
    @Override
    public void close() {
        store.close();
        clock.after(TimeUnit.MILLISECONDS.toNanos(2 * delay + 50), clock::close);
    }

    private static <T> CompletableFuture<T> failed(Throwable failure) {
        CompletableFuture<T> failed = new CompletableFuture<>();
        failed.completeExceptionally(failure);
        return failed;
    }

    private static final class Table extends TableStore {
        Table(KeyTable table, Asker way) {
            super(new TestContext(), "faulty-store-waits", table, way);
        }
    }

    /** The way to the server, which may be slow, silent or broken. */
    private final class Way implements Asker {
        @Override
        public void ask(Question<?> question) {
            if (question.lane() == Lane.TAKES) {
                mostAsking.accumulateAndGet(asking.incrementAndGet(), Math::max);
                question.whenComplete((said, failed) -> asking.decrementAndGet());
            }
            RuntimeException failure = broken;
            if (failure != null) {
                question.fail(failure);
                return;
            }
            question.send();
            Runnable arrives = () -> server.reach(question);
            if (delay > 0) {
                clock.after(TimeUnit.MILLISECONDS.toNanos(delay), arrives);
            } else {
                arrives.run();
            }
            if (!question.isDone()) {
                clock.after(
                        TimeUnit.MILLISECONDS.toNanos(TIMEOUT + delay),
                        () -> question.fail(new TimeoutException("the store did not answer")));
            }
        }

        /** What is on its way still arrives. */
        @Override
        public void close(Runnable last) {
            clock.after(TimeUnit.MILLISECONDS.toNanos(2 * delay + 50), last);
        }
    }

    /** The table of the server. Each of its questions goes over the way. */
    private final class FaultyTable implements KeyTable {
        @Override
        public KeyAnswer take(String key, Claim claim) {
            return server.localKeys().take(key, claim);
        }

        @Override
        public boolean extend(String key, Claim claim, long nanos) {
            return server.localKeys().extend(key, claim, nanos);
        }

        @Override
        public boolean giveBack(String key, Claim claim) {
            return server.localKeys().giveBack(key, claim);
        }

        @Override
        public long token(Claim claim) {
            return server.localKeys().token(claim);
        }

        @Override
        public long questionNanos() {
            return FaultyStore.this.questionNanos();
        }

        @Override
        public StoreEntry replaceEntry(String namespace, String before, String after) {
            return server.entry(namespace, before, after);
        }

        @Override
        public boolean blocks() {
            return false;
        }

        @Override
        public long pause(String key, long waited) {
            return TimeUnit.MILLISECONDS.toNanos(100);
        }
    }

    private final class FaultyGrant extends GrantDouble {
        private final Grant granted;
        private final AtomicBoolean released = new AtomicBoolean();

        FaultyGrant(Grant granted) {
            super(granted.request(), granted.sentAt() - age, granted.token());
            this.granted = granted;
            grants.incrementAndGet();
        }

        private void isReleased() {
            releases.incrementAndGet();
            if (released.getAndSet(true)) {
                releasedAgain.incrementAndGet();
            }
        }

        @Override
        public long leaseMillis() {
            return granted.leaseMillis();
        }

        @Override
        public CompletableFuture<String> lost() {
            return granted.lost();
        }

        @Override
        public CompletableFuture<Renewal> releaseAfter(long millis) {
            isReleased();
            return proven(granted.releaseAfter(millis));
        }

        @Override
        public CompletableFuture<Renewal> release() {
            isReleased();
            RuntimeException failure = brokenRelease;
            return failure == null ? proven(granted.release()) : failed(failure);
        }

        private CompletableFuture<Renewal> proven(CompletableFuture<Renewal> released) {
            CompletableFuture<Renewal> needed = proof;
            return needed == null ? released : needed;
        }
    }
}
