package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.jdbc.dialect.Change;
import io.lockgraft.store.jdbc.dialect.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A row as it was read, and what is to become of it. The change that writes it asks for the version that was read, so
 * it counts only where nothing has happened to the row meanwhile. Used by one thread.
 *
 * <p>An owner that excludes all others is in {@code owner}. Readers and permits are in {@code holders}. The key is free
 * where {@code ends} is over, which is the latest end of all leases.
 */
final class Row {
    private static final String SET = "owner = ?, ends = ?, since = ?, rule_name = ?, thread_name = ?, fence = ?,"
            + " holders = ?, queue = ?, barred = ?, version = version + 1";
    private static final long BARRED = TimeUnit.MINUTES.toMicros(10);

    final String key;
    private final Holders holders;
    private final Places places;
    private final long version;
    private final long now;
    private final List<String[]> barred;
    private String owner;
    private long ends;
    private long since;
    private String rule;
    private String thread;
    private long fence;

    /** In the column of the holders, of a row that is no lock's. */
    private String entry;

    private boolean changed;

    Row(ResultSet row) throws SQLException {
        now = row.getLong(1);
        key = Names.key(row.getString(2));
        owner = row.getString(3);
        ends = row.getLong(4);
        since = row.getLong(5);
        rule = row.getString(6);
        thread = row.getString(7);
        fence = row.getLong(8);
        version = row.getLong(9);
        String inside = row.getString(10);
        boolean isEntry = Lines.isEntry(inside);
        entry = isEntry ? inside.substring(1) : "";
        holders = new Holders(isEntry ? Dialect.EMPTY : inside, now);
        places = new Places(row.getString(11), now);
        barred = Lines.read(row.getString(12));
        barred.removeIf(each -> Math.abs(Long.parseLong(each[1]) - now) >= BARRED);
    }

    /** What {@link #Row} reads. */
    static String columns(String now) {
        return now + ", name, owner, ends, since, rule_name, thread_name, fence, version, holders, queue, barred";
    }

    long version() {
        return version;
    }

    long fence() {
        return fence;
    }

    private long millis() {
        return MICROSECONDS.toMillis(now);
    }

    /** Whether this owner holds the key, whatever its kind. */
    boolean isHeldBy(String who) {
        return ends > now && owner.equals(who) || holders.has(who);
    }

    /** Whether the key was taken away from this owner, which may not take it again. */
    boolean isBarred(String who) {
        return Lines.indexOf(barred, who) >= 0;
    }

    /** One of those that hold the key, or null. */
    String holder() {
        if (ends <= now) {
            return null;
        }
        return owner.equals(Dialect.EMPTY) ? holders.first() : owner;
    }

    /** Gives the key to the request's owner, where it is free for it and its turn has come. Returns whether it did. */
    boolean take(Request request) {
        String who = request.owner().text();
        boolean hasAlready = isHeldBy(who);
        if (!hasAlready && !isFor(request)) {
            return false;
        }
        changed = true;
        long lease = MILLISECONDS.toMicros(request.leaseMillis());
        places.leave(who);
        if (isShared(request)) {
            if (ends <= now) {
                owner = Dialect.EMPTY;
            }
            holders.hold(request.owner(), lease);
            ends = holders.end();
            return true;
        }
        if (!hasAlready) {
            since = now;
        }
        owner = who;
        rule = Lines.plain(request.owner().rule());
        thread = Lines.plain(request.owner().thread());
        ends = now + lease;
        return true;
    }

    static boolean isShared(Request request) {
        return request.kind() == LockKind.READ || request.kind() == LockKind.SEMAPHORE;
    }

    private boolean isFor(Request request) {
        String who = request.owner().text();
        boolean isFree = ends <= now;
        switch (request.kind()) {
            case SEMAPHORE:
                return holders.count() < request.permits();
            case READ:
                return (isFree || owner.equals(Dialect.EMPTY)) && places.areReadersBefore(who);
            default:
                return isFree && places.isFirst(who);
        }
    }

    /**
     * Gives out fence tokens: those that the owner has already, where they are high enough.
     *
     * @param least what all of them are at least
     * @return the first
     */
    long token(int count, long least, boolean hasThemAlready) {
        changed = true;
        long had = fence - count + 1;
        if (hasThemAlready && had >= least) {
            return had;
        }
        long first = Math.max(fence + 1, least);
        fence = first + count - 1;
        return first;
    }

    /** Lets all be less than the next token. */
    void fenceUpTo(long last) {
        changed = true;
        fence = Math.max(fence, last);
    }

    /** Lets the lease of this owner end so many microseconds from now. */
    void extend(Request request, long micros) {
        changed = true;
        if (isShared(request)) {
            holders.hold(request.owner(), micros);
            ends = holders.end();
        } else {
            ends = now + micros;
        }
    }

    /** Frees the key of this owner, and its place in the queue. Returns whether it held the key. */
    boolean release(String who) {
        boolean held = isHeldBy(who);
        if (held && holders.leave(who)) {
            ends = holders.end();
        } else if (held) {
            owner = Dialect.EMPTY;
            ends = now;
        }
        changed |= places.leave(who) || held;
        return held;
    }

    /** A place in the queue, or a sign that the owner is alive. */
    void join(Request request) {
        changed |= places.join(request.owner().text(), request.kind());
    }

    /** Frees the key of this owner, which may not take it again. Returns whether it held the key. */
    boolean takeAway(String who) {
        boolean held = release(who);
        if (held) {
            bar(who);
        }
        return held;
    }

    /** Lets this owner not take it for ten minutes: a take of it may be late. */
    void bar(String who) {
        if (!isBarred(who)) {
            barred.add(new String[] {who, String.valueOf(now)});
        }
        changed = true;
    }

    /** The row of an entry: gives it a new text, where it has this one. */
    StoreEntry replaceEntry(String before, String after) {
        if (!after.isEmpty() && entry.equals(before)) {
            entry = after;
            changed = true;
        }
        return new StoreEntry(entry, millis());
    }

    /** Lets it be written though nothing has changed. */
    void write() {
        changed = true;
    }

    /** Whether there is anything to write. */
    boolean isChanged() {
        return changed;
    }

    /** Writes all of it, if nothing has happened to the row since it was read. */
    Change change() {
        return new Change(
                Collections.singletonList(Names.ofKey(key)),
                SET,
                Arrays.asList(
                        owner,
                        ends,
                        since,
                        rule,
                        thread,
                        fence,
                        entry.isEmpty() ? holders.text() : Lines.entry(entry),
                        places.text(),
                        Lines.write(barred)),
                "version = ?",
                Collections.singletonList(version));
    }

    List<StoredLock> locks() {
        List<StoredLock> all = new ArrayList<>();
        if (ends > now && !owner.equals(Dialect.EMPTY)) {
            all.add(lock(key, owner, rule, thread, now - since, ends - now));
        }
        holders.tell(key, all);
        return all;
    }

    static StoredLock lock(String key, String who, String rule, String thread, long held, long left) {
        return new StoredLock(
                key,
                who,
                Lines.name(rule),
                Lines.name(thread),
                MICROSECONDS.toMillis(Math.max(0, held)),
                MICROSECONDS.toMillis(left));
    }
}
