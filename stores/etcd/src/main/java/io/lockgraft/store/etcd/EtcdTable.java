package io.lockgraft.store.etcd;

import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyAnswer;
import io.lockgraft.spi.table.KeyChange;
import io.lockgraft.spi.table.KeyTable;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.etcd.gateway.Deadline;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.etcd.settings.EtcdSettings;
import io.lockgraft.store.http.UnansweredException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The keys of an etcd cluster. Each question blocks its thread for some requests. */
final class EtcdTable implements KeyTable {
    static final long QUESTION_MILLIS = 500;

    /** A question is over after this time. A member that is silent for half of it is left for the next one. */
    private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(2);

    /** Events get lost. A place's lease begins anew at each look, too. */
    private static final long LOOK = TimeUnit.SECONDS.toNanos(Leases.WAITING_SECONDS) / 3;

    private static final int THREADS = 4;

    /** Keys whose leases begin anew in one question: that is one request for each. */
    private static final int BATCH = 32;

    private final String jvm;
    private final Names names;
    private final Places places;
    private final Gateway gateway;
    private final Leases leases;
    private final Takes takes;
    private final Renewals renewals;
    private final GiveBacks giveBacks;
    private final FenceTokens tokens;
    private final StoredLocks locks;
    private final LockWatch watch;

    EtcdTable(StoreContext context, EtcdSettings settings) {
        this(context, settings, new Places(new Names(settings.prefix)));
    }

    EtcdTable(StoreContext context, EtcdSettings settings, Places places) {
        this.jvm = context.jvm().id();
        this.names = new Names(settings.prefix);
        this.places = places;
        this.gateway = gateway(settings);
        this.leases = new Leases(gateway);
        this.giveBacks = new GiveBacks(gateway, places, leases);
        this.takes = new Takes(gateway, names, places, leases, giveBacks);
        this.renewals = new Renewals(gateway, places, leases);
        this.tokens = new FenceTokens(gateway, names, places, settings.tokensAbove);
        this.locks = new StoredLocks(gateway, names, leases, TIMEOUT);
        this.watch = new LockWatch(context, gateway, names, places);
    }

    private static Gateway gateway(EtcdSettings settings) {
        try {
            return new Gateway(settings.endpoints, settings.tls, settings.username, settings.password, settings.prefix);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(
                    "the certificates of etcd.tls cannot be read: " + e.getMessage() + "; correct its files and"
                            + " passwords",
                    e);
        }
    }

    private static Deadline deadline() {
        return Deadline.in(TIMEOUT);
    }

    @Override
    public KeyAnswer take(String key, Claim claim) throws IOException {
        watch.begin();
        return takes.take(key, claim, deadline());
    }

    @Override
    public boolean extend(String key, Claim claim, long nanos) throws IOException {
        return extendAll(Collections.singletonList(new KeyChange(key, claim, nanos)))[0];
    }

    @Override
    public boolean[] extendAll(List<KeyChange> changes) throws IOException {
        return inParts(changes, renewals::all);
    }

    @Override
    public boolean giveBack(String key, Claim claim) throws IOException {
        return giveBackAll(Collections.singletonList(new KeyChange(key, claim, 0)))[0];
    }

    @Override
    public boolean[] giveBackAll(List<KeyChange> changes) throws IOException {
        return inParts(changes, giveBacks::all);
    }

    /**
     * Its place in the queue would stay as long as any other of this JVM, for all have one lease. The others get
     * another one, and queue anew.
     */
    @Override
    public void leftBehind(String key, Claim claim) {
        Place place = places.find(key, claim);
        if (place != null && place.waitsBy != 0) {
            leases.leave(place.waitsBy);
        }
    }

    private interface Part {
        boolean[] ask(List<KeyChange> changes, Deadline deadline) throws IOException;
    }

    /**
     * Asks for {@link Txn#MOST} keys at a time, for all of them within one deadline. The question fails with the first
     * part that does.
     */
    private static boolean[] inParts(List<KeyChange> changes, Part part) throws IOException {
        Deadline deadline = deadline();
        boolean[] answers = new boolean[changes.size()];
        for (int from = 0; from < answers.length; from += Txn.MOST) {
            List<KeyChange> some = changes.subList(from, Math.min(from + Txn.MOST, answers.length));
            System.arraycopy(part.ask(some, deadline), 0, answers, from, some.size());
        }
        return answers;
    }

    @Override
    public int batch() {
        return BATCH;
    }

    @Override
    public long token(Claim claim) throws IOException {
        return tokens.next(claim, deadline());
    }

    @Override
    public long questionNanos() {
        return TimeUnit.MILLISECONDS.toNanos(QUESTION_MILLIS);
    }

    /** A question ends before by itself, but where a host's name is looked up for long. */
    @Override
    public long timeoutNanos() {
        return TIMEOUT + TIMEOUT / 4;
    }

    @Override
    public long pause(String key, long waited) {
        return Pauses.jittered(LOOK);
    }

    @Override
    public int threads() {
        return THREADS;
    }

    /** Connects, logs in, and reads. */
    @Override
    public void load() throws IOException {
        gateway.txn(new Txn().get(names.probe(jvm)), deadline());
    }

    @Override
    public List<String> probe() throws IOException {
        Deadline deadline = deadline();
        String name = names.probe(jvm);
        long shortest = shortestLease(deadline);
        gateway.txn(new Txn().put(name, "", 0), deadline);
        gateway.txn(new Txn().getAll(names.all()).delete(name), deadline);
        return Arrays.asList(
                "etcd has version " + gateway.version(deadline),
                "its shortest lease is " + shortest + " s, and all are whole seconds");
    }

    /** The first question. A member that speaks TLS alone hangs up on a request that is not encrypted. */
    private long shortestLease(Deadline deadline) throws IOException {
        try {
            return leases.shortest(deadline);
        } catch (UnansweredException e) {
            throw new IOException(e.getMessage() + "; if it speaks TLS alone, write its address with https://", e);
        }
    }

    @Override
    public List<StoredLock> locks(String key) throws IOException {
        return locks.of(key);
    }

    @Override
    public long scanSize() throws IOException {
        return locks.count();
    }

    @Override
    public void scan(String beginning, Consumer<StoredLock> each) throws IOException {
        locks.scan(beginning, each);
    }

    @Override
    public boolean unlock(String key, String owner) throws IOException {
        return locks.unlock(key, owner);
    }

    @Override
    public StoreEntry replaceEntry(String namespace, String before, String after) throws IOException {
        return new StoredTexts(gateway, names).replace(namespace, before, after, deadline());
    }

    @Override
    public void close() {
        watch.close();
        gateway.close();
    }
}
