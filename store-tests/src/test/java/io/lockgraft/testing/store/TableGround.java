package io.lockgraft.testing.store;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.table.TableStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;

/** A store on a table that blocks and fails on demand, and a second one on the same keys without any trouble. */
abstract class TableGround {
    private static final AtomicLong OWNERS = new AtomicLong(1L << 41);

    private final String name = "table" + OWNERS.incrementAndGet();

    /** What the names of the store's threads begin with. */
    final String threads = "lockgraft-" + name;

    final BlockingTable.Server server = new BlockingTable.Server();
    final BlockingTable table = new BlockingTable(server);
    private TableStore store;
    private TableStore other;

    /** Opened at its first use: a test may change the table before. */
    final LockStore store() {
        if (store == null) {
            store = new TableStore(new TestContext(), name, table);
        }
        return store;
    }

    final LockStore other() {
        if (other == null) {
            other = new TableStore(new TestContext(), "other", new BlockingTable(server));
        }
        return other;
    }

    @AfterEach
    void close() {
        server.thaw();
        store().close();
        other().close();
    }

    static Request request(String key, long leaseMillis, long waitMillis) {
        return request(LockKind.EXCLUSIVE, 1, List.of(key), leaseMillis, waitMillis);
    }

    static Request request(LockKind kind, int permits, List<String> keys, long leaseMillis, long waitMillis) {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(waitMillis);
        return Requests.of(kind, permits, keys, OWNERS.incrementAndGet(), leaseMillis, deadline);
    }

    static Answer answer(Attempt attempt) throws Exception {
        return attempt.answer().get(30, SECONDS);
    }

    static Grant granted(Attempt attempt) throws Exception {
        return Answers.granted(answer(attempt));
    }
}
