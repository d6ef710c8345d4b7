package com.example.h2;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyAnswer;
import io.lockgraft.spi.table.KeyTable;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A row for each key: its last owner, and when that owner's lease ends by the clock of the database. One UPDATE decides
 * who holds a key. A second table has the waiters, for the order among them and for nothing else.
 */
final class H2Table implements KeyTable {
    private static final String[] CREATE = {
        "CREATE TABLE IF NOT EXISTS lockgraft (name VARCHAR(600) PRIMARY KEY,"
                + " owner VARCHAR(200) NOT NULL, ends TIMESTAMP(6) WITH TIME ZONE NOT NULL)",
        "CREATE TABLE IF NOT EXISTS lockgraft_waits (name VARCHAR(600), owner VARCHAR(200),"
                + " place BIGINT AUTO_INCREMENT, seen TIMESTAMP(6) WITH TIME ZONE NOT NULL, PRIMARY KEY (name, owner))"
    };

    /** The parameter is the lease in microseconds. */
    private static final String END = "DATEADD(MICROSECOND, ?, CURRENT_TIMESTAMP)";

    /** A waiter asks every 50 ms at least; one that was not seen for this long is passed over. */
    private static final String ALIVE = "seen > DATEADD(MILLISECOND, -500, CURRENT_TIMESTAMP)";

    /** Whether a waiter that is alive came before this owner; an owner without a place comes last. */
    private static final String BEHIND_ANOTHER = "EXISTS (SELECT 1 FROM lockgraft_waits w WHERE w.name = ? AND w."
            + ALIVE + " AND w.owner <> ? AND w.place < COALESCE((SELECT place FROM lockgraft_waits"
            + " WHERE name = ? AND owner = ?), 9223372036854775807))";

    private static final String TAKE = "UPDATE lockgraft SET ends = " + END + ", owner = ? WHERE name = ?"
            + " AND (owner = ? OR ends <= CURRENT_TIMESTAMP AND NOT " + BEHIND_ANOTHER + ")";
    private static final String INSERT = "INSERT INTO lockgraft (ends, owner, name) VALUES (" + END + ", ?, ?)";
    private static final String WAIT =
            "INSERT INTO lockgraft_waits (name, owner, seen) VALUES (?, ?, CURRENT_TIMESTAMP)";
    private static final String WAIT_ON =
            "UPDATE lockgraft_waits SET seen = CURRENT_TIMESTAMP WHERE name = ? AND owner = ?";
    private static final String WAIT_NO_MORE =
            "DELETE FROM lockgraft_waits WHERE name = ? AND (owner = ? OR NOT " + ALIVE + ")";
    private static final String HOLDER = "SELECT owner FROM lockgraft WHERE name = ? AND ends > CURRENT_TIMESTAMP";
    private static final String EXTEND =
            "UPDATE lockgraft SET ends = " + END + " WHERE name = ? AND owner = ? AND ends > CURRENT_TIMESTAMP";

    private final StoreContext context;
    private final String url;
    private final Duration timeout;
    private final Properties login = new Properties();
    /** Connections that no question uses now. */
    private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();

    H2Table(StoreContext context, String url, String user, String password, Duration timeout) {
        this.context = context;
        this.url = url;
        this.timeout = timeout;
        login.setProperty("user", user);
        login.setProperty("password", password);
        login.setProperty("NETWORK_TIMEOUT", "4000");
    }

    @Override
    public KeyAnswer take(String key, Claim claim) throws Exception {
        String owner = owner(claim);
        long lease = MILLISECONDS.toMicros(claim.request().leaseMillis());
        if (update(TAKE, lease, owner, key, owner, key, owner, key, owner) || insert(INSERT, lease, owner, key)) {
            return KeyAnswer.taken();
        }
        if (claim.waits() && !update(WAIT_ON, key, owner)) {
            insert(WAIT, key, owner);
        }
        return KeyAnswer.heldBy(holder(key));
    }

    @Override
    public boolean extend(String key, Claim claim, long nanos) throws Exception {
        return nanos < 0
                ? owner(claim).equals(holder(key))
                : update(EXTEND, NANOSECONDS.toMicros(nanos), key, owner(claim));
    }

    @Override
    public boolean giveBack(String key, Claim claim) throws Exception {
        update(WAIT_NO_MORE, key, owner(claim));
        return extend(key, claim, 0);
    }

    @Override
    public long questionNanos() {
        return timeout.toNanos();
    }

    @Override
    public void load() throws Exception {
        idle.add(connection());
    }

    @Override
    public void close() throws Exception {
        for (Connection each = idle.poll(); each != null; each = idle.poll()) {
            each.close();
        }
    }

    private static String owner(Claim claim) {
        return claim.request().owner().text();
    }

    /** The owner whose lease is not over, or null. */
    private String holder(String key) throws Exception {
        Connection connection = connection();
        try (PreparedStatement statement = statement(connection, HOLDER, key);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getString(1) : null;
        } finally {
            idle.add(connection);
        }
    }

    /** Returns false if the row is there already. */
    private boolean insert(String sql, Object... values) throws Exception {
        try {
            return update(sql, values);
        } catch (SQLIntegrityConstraintViolationException thereAlready) {
            return false;
        }
    }

    /** Returns whether it has changed a row. */
    private boolean update(String sql, Object... values) throws Exception {
        Connection connection = connection();
        try (PreparedStatement statement = statement(connection, sql, values)) {
            return statement.executeUpdate() > 0;
        } finally {
            idle.add(connection);
        }
    }

    private static PreparedStatement statement(Connection connection, String sql, Object... values)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    /** A connection that is not broken. */
    private Connection connection() throws Exception {
        for (Connection each = idle.poll(); each != null; each = idle.poll()) {
            if (!each.isClosed()) {
                return each;
            }
        }
        Class<?> driver = context.applicationClass("org.h2.Driver");
        Connection made = ((Driver) driver.getConstructor().newInstance()).connect(url, login);
        try (Statement create = made.createStatement()) {
            for (String each : CREATE) {
                create.execute(each);
            }
        }
        return made;
    }
}
