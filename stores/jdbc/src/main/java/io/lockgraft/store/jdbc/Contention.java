package io.lockgraft.store.jdbc;

import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** How long one question asks again for a row that others change or have locked. Used by one thread. */
final class Contention {
    /** Statements hold a row for some milliseconds. A transaction that holds it for longer is a stranger's. */
    private static final long LOCKED = TimeUnit.MILLISECONDS.toNanos(500);

    /** The renewals of all other keys wait behind this one, which is asked for again soon. */
    private static final long LOCKED_RENEWAL = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long CHANGED = TimeUnit.SECONDS.toNanos(2);
    private static final long LONGEST_PAUSE = 8;

    private final String key;
    private final long patience;
    private final long begun = System.nanoTime();
    private long changedAt = begun;
    private long version;

    Contention(String key) {
        this(key, LOCKED);
    }

    private Contention(String key, long patience) {
        this.key = key;
        this.patience = patience;
    }

    static Contention ofRenewal(String key) {
        return new Contention(key, LOCKED_RENEWAL);
    }

    /**
     * Pauses, or gives up.
     *
     * @param now the version of the row that could not be changed
     */
    void pause(long now) throws SQLException, InterruptedException {
        long time = System.nanoTime();
        if (now != version) {
            version = now;
            changedAt = time;
        }
        if (time - changedAt > patience) {
            throw new SQLException("another transaction has locked the row of " + key + " and is open");
        } else if (time - begun > CHANGED) {
            throw new SQLException("others change the row of " + key + " all the time");
        }
        Thread.sleep(1 + ThreadLocalRandom.current().nextLong(LONGEST_PAUSE));
    }
}
