package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyAnswer;
import io.lockgraft.spi.table.KeyChange;
import io.lockgraft.spi.table.KeyTable;
import io.lockgraft.store.jdbc.dialect.Change;
import io.lockgraft.store.jdbc.dialect.Dialect;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The locks in the table of a database. A free key is taken by one UPDATE, which says in its WHERE that it is free; a
 * lease is extended and given back by one that names its owner there. All else (readers, permits, places in a queue,
 * tokens) reads the row, and writes it if its version is still the same.
 */
final class LockTable implements KeyTable {
    private static final int BATCH = 50;
    private static final int THREADS = 4;

    private final JdbcSettings settings;
    private final Dialect dialect;
    private final Rows rows;
    private final OwnRows own;
    private final Looks looks;
    private final String take;
    private final String free;

    /** Claims that have been refused a key: they look before they try again. */
    private final Set<Claim> waiting = ConcurrentHashMap.newKeySet();

    /** Claims whose UPDATE was sent and has no answer: it may reach the database late, and find the key free. */
    private final Set<Claim> late = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    LockTable(StoreContext context, JdbcSettings settings, Dialect dialect) {
        this.settings = settings;
        this.dialect = dialect;
        this.rows = new Rows(context, settings, dialect, (int) (NANOSECONDS.toMillis(timeoutNanos()) * 4 / 5));
        this.own = new OwnRows(rows, dialect.now(), late);
        this.looks = new Looks(rows, settings, dialect);
        String now = dialect.now();
        this.take = "owner = ?, ends = " + now + " + ?, since = " + now + ", rule_name = ?, thread_name = ?,"
                + " holders = '-', version = version + 1";
        this.free = "ends <= " + now + " AND queue = '-' AND barred = '-'";
    }

    @Override
    public KeyAnswer take(String key, Claim claim) throws Exception {
        Request request = claim.request();
        boolean isOneStatement = !Row.isShared(request) && request.kind() != LockKind.FENCED;
        KeyAnswer answer = isOneStatement && !waiting.contains(claim) && takeFree(key, claim)
                ? KeyAnswer.taken()
                : rows.stepOnNew(rows.takes(), key, row -> take(row, claim));
        if (answer.isTaken()) {
            waiting.remove(claim);
        }
        return answer;
    }

    /** Finds the key free and takes it, in one step. */
    private boolean takeFree(String key, Claim claim) throws Exception {
        Request request = claim.request();
        List<?> values = Arrays.asList(
                request.owner().text(),
                MILLISECONDS.toMicros(request.leaseMillis()),
                Lines.plain(request.owner().rule()),
                Lines.plain(request.owner().thread()));
        Change change =
                new Change(Collections.singletonList(Names.ofKey(key)), take, values, free, Collections.emptyList());
        return rows.takes().ask(connection -> {
            boolean isFirst = late.add(claim);
            boolean isTaken =
                    !dialect.change(connection, settings.table, change).isEmpty();
            if (isFirst) {
                late.remove(claim);
            }
            return isTaken;
        });
    }

    private KeyAnswer take(Row row, Claim claim) {
        Request request = claim.request();
        String owner = request.owner().text();
        boolean hasAlready = row.isHeldBy(owner);
        if (row.isBarred(owner)) {
            return KeyAnswer.held();
        }
        if (row.take(request)) {
            return request.kind() == LockKind.FENCED
                    ? KeyAnswer.taken(row.token(request.tokens(), least(request), hasAlready))
                    : KeyAnswer.taken();
        }
        if (claim.waits()) {
            waiting.add(claim);
            if (request.kind() != LockKind.SEMAPHORE) {
                row.join(request);
            }
        }
        return KeyAnswer.heldBy(row.holder());
    }

    private long least(Request request) {
        return Math.max(request.tokenAbove(), settings.tokensAbove) + 1;
    }

    @Override
    public boolean extend(String key, Claim claim, long nanos) throws Exception {
        return own.extend(key, claim, nanos);
    }

    @Override
    public boolean[] extendAll(List<KeyChange> changes) throws Exception {
        return own.extendAll(changes);
    }

    @Override
    public boolean giveBack(String key, Claim claim) throws Exception {
        return own.giveBack(key, claim, waiting.remove(claim));
    }

    @Override
    public boolean[] giveBackAll(List<KeyChange> changes) throws Exception {
        changes.forEach(each -> waiting.remove(each.claim()));
        return own.giveBackAll(changes);
    }

    /** Reads all rows, then writes each of them: a token counts once the last one has it. */
    @Override
    public long token(Claim claim) throws Exception {
        Request request = claim.request();
        String owner = request.owner().text();
        long last = least(request) - 1;
        for (String key : request.keys()) {
            Row row = rows.read(rows.takes(), key);
            if (row == null || !row.isHeldBy(owner)) {
                return 0;
            }
            last = Math.max(last, row.fence());
        }
        long end = last + request.tokens();
        for (String key : request.keys()) {
            Boolean isKept = rows.step(rows.takes(), key, row -> {
                boolean isOurs = row.isHeldBy(owner) && row.fence() < end;
                if (isOurs) {
                    row.fenceUpTo(end);
                }
                return isOurs;
            });
            if (!Boolean.TRUE.equals(isKept)) {
                return 0;
            }
        }
        return last + 1;
    }

    @Override
    public long questionNanos() {
        return MILLISECONDS.toNanos(settings.timeoutMillis());
    }

    @Override
    public int batch() {
        return BATCH;
    }

    /** They share one connection. One that waits for an INSERT or for a row leaves it to the others. */
    @Override
    public int threads() {
        return THREADS;
    }

    @Override
    public void abort(Thread asking) {
        rows.abort(asking);
        asking.interrupt();
    }

    @Override
    public void load() throws Exception {
        rows.load();
    }

    @Override
    public List<String> probe() throws Exception {
        return looks.probe();
    }

    @Override
    public List<StoredLock> locks(String key) throws Exception {
        return looks.locks(key);
    }

    @Override
    public long scanSize() throws Exception {
        return looks.scanSize();
    }

    @Override
    public void scan(String beginning, Consumer<StoredLock> each) throws Exception {
        looks.scan(beginning, each);
    }

    @Override
    public boolean unlock(String key, String owner) throws Exception {
        return looks.unlock(key, owner);
    }

    @Override
    public StoreEntry replaceEntry(String namespace, String before, String after) throws Exception {
        return looks.replaceEntry(namespace, before, after);
    }

    @Override
    public void close() {
        rows.close();
    }
}
