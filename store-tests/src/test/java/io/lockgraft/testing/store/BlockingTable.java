package io.lockgraft.testing.store;

import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyAnswer;
import io.lockgraft.spi.table.KeyChange;
import io.lockgraft.spi.table.KeyTable;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.ProcessExclusion;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A table whose questions block and fail on demand, as those of a database do. Tables on one server share its keys. */
public class BlockingTable implements KeyTable {
    /** What several tables have in common. */
    public static final class Server {
        private final LocalKeys keys = new LocalKeys(new ProcessExclusion());
        private final Set<String> blocked = ConcurrentHashMap.newKeySet();
        private final Map<String, String> entries = new HashMap<>();
        private boolean frozen;

        public LocalKeys keys() {
            return keys;
        }

        /** Every question waits from now on. */
        public synchronized void freeze() {
            frozen = true;
        }

        /** Every question about this key waits from now on. */
        public synchronized void block(String key) {
            blocked.add(key);
        }

        /** No question waits any more. */
        public synchronized void thaw() {
            frozen = false;
            blocked.clear();
            notifyAll();
        }

        /** Questions about this key alone still wait. */
        synchronized void thawAllBut(String key) {
            thaw();
            block(key);
        }

        private synchronized StoreEntry entry(String namespace, String before, String after) {
            String text = entries.getOrDefault(namespace, "");
            if (!after.isEmpty() && text.equals(before)) {
                text = after;
                entries.put(namespace, after);
            }
            return new StoreEntry(text, System.currentTimeMillis());
        }

        private synchronized void await(String key) throws InterruptedException {
            while (frozen || key != null && blocked.contains(key)) {
                wait();
            }
        }
    }

    /** What stands before a question about one key. */
    public interface Trouble {
        /** Fails the question, or lets it go on. */
        void with(String question, String key, Claim claim) throws Exception;
    }

    private final Server server;

    /** What happens to each question before it reaches the server. */
    volatile Trouble trouble = (question, key, claim) -> {};

    /** True where a question cannot be broken off, and has its effect when nothing is blocked any more. */
    volatile boolean deaf;

    volatile long timeoutMillis = 500;
    volatile long questionMillis = 200;
    volatile int threads = 2;
    volatile int batch = 200;
    final AtomicInteger takes = new AtomicInteger();
    final AtomicInteger renewals = new AtomicInteger();
    final AtomicInteger releases = new AtomicInteger();
    final AtomicInteger aborts = new AtomicInteger();
    final AtomicInteger closes = new AtomicInteger();

    /** How long each claim that was told to pause had waited. */
    final List<Long> waited = new CopyOnWriteArrayList<>();

    /** Claims whose question was under way when no call wanted it any more. */
    final Set<Claim> abandoned = ConcurrentHashMap.newKeySet();

    public BlockingTable(Server server) {
        this.server = server;
    }

    private void reach(String question, String key, Claim claim) throws Exception {
        trouble.with(question, key, claim);
        while (true) {
            try {
                server.await(key);
                return;
            } catch (InterruptedException e) {
                if (!deaf) {
                    throw new IOException("the connection is closed", e);
                }
            }
        }
    }

    @Override
    public KeyAnswer take(String key, Claim claim) throws Exception {
        takes.incrementAndGet();
        reach("take", key, claim);
        return server.keys.take(key, claim);
    }

    @Override
    public boolean extend(String key, Claim claim, long nanos) throws Exception {
        reach("extend", key, claim);
        return server.keys.extend(key, claim, nanos);
    }

    @Override
    public boolean giveBack(String key, Claim claim) throws Exception {
        reach("giveBack", key, claim);
        return server.keys.giveBack(key, claim);
    }

    @Override
    public int batch() {
        return batch;
    }

    @Override
    public boolean[] extendAll(List<KeyChange> changes) throws Exception {
        renewals.incrementAndGet();
        return KeyTable.super.extendAll(changes);
    }

    @Override
    public boolean[] giveBackAll(List<KeyChange> changes) throws Exception {
        releases.incrementAndGet();
        return KeyTable.super.giveBackAll(changes);
    }

    @Override
    public long token(Claim claim) throws Exception {
        reach("token", null, claim);
        return server.keys.token(claim);
    }

    @Override
    public StoreEntry replaceEntry(String namespace, String before, String after) throws Exception {
        reach("entry", null, null);
        return server.entry(namespace, before, after);
    }

    @Override
    public long questionNanos() {
        return TimeUnit.MILLISECONDS.toNanos(questionMillis);
    }

    @Override
    public long pause(String key, long waitedNanos) {
        waited.add(waitedNanos);
        return KeyTable.super.pause(key, waitedNanos);
    }

    @Override
    public int threads() {
        return threads;
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
