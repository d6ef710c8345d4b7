package io.lockgraft.testing.store;

import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyAnswer;
import io.lockgraft.spi.table.KeyChange;
import io.lockgraft.spi.table.KeyTable;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.ProcessExclusion;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A table whose questions block on demand, as those of a database do: each waits while all keys, or its own, are
 * blocked. Tables on one server share their keys.
 */
public class BlockingTable implements KeyTable {
    /** What several tables have in common. */
    public static final class Server {
        final LocalKeys keys = new LocalKeys(new ProcessExclusion());
        private final Set<String> blocked = ConcurrentHashMap.newKeySet();
        private volatile boolean frozen;

        public LocalKeys keys() {
            return keys;
        }

        /** Every question waits from now on. */
        public void freeze() {
            frozen = true;
        }

        /** Every question about this key waits from now on. */
        public void block(String key) {
            blocked.add(key);
        }

        public synchronized void thaw() {
            frozen = false;
            blocked.clear();
            notifyAll();
        }

        private synchronized void await(List<String> asked) throws InterruptedException {
            while (frozen || asked.stream().anyMatch(blocked::contains)) {
                wait();
            }
        }
    }

    private final Server server;

    /** Not null: every question fails with it. */
    public volatile Exception broken;

    /** Whether a question that is broken off has its effect all the same, as soon as nothing is blocked. */
    public volatile boolean deaf;

    public volatile long timeoutMillis = 500;
    public final AtomicInteger takes = new AtomicInteger();
    public final AtomicInteger extendQuestions = new AtomicInteger();
    public final AtomicInteger giveBackQuestions = new AtomicInteger();
    public final AtomicInteger aborts = new AtomicInteger();
    public final AtomicInteger closes = new AtomicInteger();

    /** Claims whose question was under way when no call wanted it any more. */
    public final Set<Claim> abandoned = ConcurrentHashMap.newKeySet();

    public BlockingTable(Server server) {
        this.server = server;
    }

    private void reach(String... keys) throws Exception {
        while (true) {
            try {
                server.await(Arrays.asList(keys));
                break;
            } catch (InterruptedException e) {
                if (!deaf) {
                    throw new IOException("the connection is closed", e);
                }
            }
        }
        Exception failure = broken;
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public KeyAnswer take(String key, Claim claim) throws Exception {
        takes.incrementAndGet();
        reach(key);
        return server.keys.take(key, claim);
    }

    @Override
    public boolean extend(String key, Claim claim, long nanos) throws Exception {
        reach(key);
        return server.keys.extend(key, claim, nanos);
    }

    @Override
    public boolean giveBack(String key, Claim claim) throws Exception {
        reach(key);
        return server.keys.giveBack(key, claim);
    }

    @Override
    public boolean[] extendAll(List<KeyChange> changes) throws Exception {
        extendQuestions.incrementAndGet();
        reach(changes.stream().map(KeyChange::key).toArray(String[]::new));
        return KeyTable.super.extendAll(changes);
    }

    @Override
    public boolean[] giveBackAll(List<KeyChange> changes) throws Exception {
        giveBackQuestions.incrementAndGet();
        reach(changes.stream().map(KeyChange::key).toArray(String[]::new));
        return KeyTable.super.giveBackAll(changes);
    }

    @Override
    public long token(Claim claim) throws Exception {
        reach();
        return server.keys.token(claim);
    }

    @Override
    public long questionNanos() {
        return TimeUnit.MILLISECONDS.toNanos(200);
    }

    @Override
    public long timeoutNanos() {
        return TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    @Override
    public void abort(Thread asking) {
        aborts.incrementAndGet();
        KeyTable.super.abort(asking);
    }

    @Override
    public void abandoned(Claim claim) {
        abandoned.add(claim);
    }

    @Override
    public void close() {
        closes.incrementAndGet();
    }
}
