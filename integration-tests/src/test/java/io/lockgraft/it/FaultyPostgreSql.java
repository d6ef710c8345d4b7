package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.it.FaultSchedule.Strike;
import io.lockgraft.testing.server.SteppedClock;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A PostgreSQL, with strangers that lock rows, close connections and put its clock forward. */
final class FaultyPostgreSql extends FaultyStore {
    private static final Duration LEASE = Duration.ofSeconds(3);

    private final PostgreSqlServer server = new PostgreSqlServer();
    private final Ways ways;
    private Duration stepped = Duration.ZERO;

    FaultyPostgreSql(int jvms) throws IOException {
        ways = new Ways(jvms, List.of(server.port()));
    }

    @Override
    String settings(int jvm) {
        return "jdbc: {url: '" + PostgreSqlServer.url(ways.of(jvm).get(0).port()) + "', driver: '"
                + Libraries.path("postgresql-") + "', createTable: true}";
    }

    @Override
    Duration lease() {
        return LEASE;
    }

    @Override
    Ways ways() {
        return ways;
    }

    @Override
    Set<Fault> own() {
        Set<Fault> own = EnumSet.of(
                Fault.SERVER_KILLED,
                Fault.SERVER_FROZEN,
                Fault.SERVER_CUT_OFF,
                Fault.ROW_LOCKED,
                Fault.CONNECTIONS_CLOSED);
        if (server.clock() == null) {
            System.out.println("==== SKIPPED: the database's clock is not put forward, for " + SteppedClock.missing());
        } else {
            own.add(Fault.SERVER_CLOCK_PUT_FORWARD);
        }
        return own;
    }

    @Override
    void strikeOwn(Strike strike) throws Exception {
        switch (strike.fault()) {
            case SERVER_KILLED:
                server.kill();
                strike.last();
                server.restart();
                break;
            case SERVER_FROZEN:
                server.freeze();
                strike.last();
                server.resume();
                break;
            case SERVER_CUT_OFF:
                ways.cutOffServer(0, strike);
                break;
            case ROW_LOCKED:
                lockRow(strike.of(GuardedSet.all()).key(), strike);
                break;
            case CONNECTIONS_CLOSED:
                try (Connection connection = server.connect();
                        Statement statement = connection.createStatement()) {
                    statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()");
                }
                break;
            case SERVER_CLOCK_PUT_FORWARD:
                // Only forward: put back, it would keep the locks of the dead for so much longer.
                stepped = stepped.plusHours(1);
                server.clock().step(stepped);
                break;
            default:
                throw new IllegalArgumentException(strike.toString());
        }
    }

    /** As a backup does, or a transaction that somebody has forgotten. */
    private void lockRow(String key, Strike strike) throws SQLException, InterruptedException {
        try (Connection connection = server.connect();
                PreparedStatement row =
                        connection.prepareStatement("SELECT name FROM lockgraft WHERE name = ? FOR UPDATE")) {
            connection.setAutoCommit(false);
            row.setString(1, key);
            assertThat(row.executeQuery().next()).as("a row of " + key).isTrue();
            strike.last();
            connection.rollback();
        }
    }

    /** The rows stay, but their leases are over. */
    @Override
    Set<String> left() throws SQLException {
        Set<String> held = new TreeSet<>();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, owner, holders FROM lockgraft"
                        + " WHERE ends > extract(epoch from clock_timestamp()) * 1000000")) {
            while (rows.next()) {
                held.add(rows.getString(1) + " by " + rows.getString(2) + ' ' + rows.getString(3));
            }
        }
        return held;
    }

    @Override
    public void close() throws Exception {
        ways.close();
        server.close();
    }
}
