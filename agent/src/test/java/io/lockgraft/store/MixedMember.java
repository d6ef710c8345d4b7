package io.lockgraft.store;

import io.lockgraft.conformance.server.LookedInto;
import io.lockgraft.testing.Quick;
import io.lockgraft.testing.ensemble.ZooKeeperServers;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.zookeeper.KeeperException;

/**
 * A server of one kind of store, and a client of it that looks from outside. The stores have two seconds for a
 * question, because the suite asks with a wait of nothing, on machines that are busy with other tests.
 */
interface MixedMember extends LookedInto, AutoCloseable {
    /** A store of the rules file, where the server is reached at this port. */
    String store(int port, int sessionSeconds);

    /** One Redis. */
    final class Redis implements MixedMember {
        private final RedisServer server = RedisServer.start();

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public String store(int port, int sessionSeconds) {
            return "redis: {address: 'redis://127.0.0.1:" + port + "', timeout: 2s}";
        }

        @Override
        public boolean isHeld(String key) {
            return (Long) server.command("EXISTS", key) == 1;
        }

        /**
         * But for what was told of an owner whose token was raised at once: that may be written behind the release, and
         * then goes with the lease.
         */
        @Override
        public Set<String> left(List<String> keys) {
            Set<String> left = new TreeSet<>(Leftovers.of(keys, Collections.singletonList(server)));
            left.removeIf(key -> key.contains(":lockgraft#told:"));
            return left;
        }

        @Override
        public void delete(String key) {
            server.command("DEL", key);
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** One PostgreSQL. */
    final class PostgreSql implements MixedMember {
        private static final String NOW = "extract(epoch from clock_timestamp()) * 1000000";

        private final EmbeddedPostgres server;
        private final Connection witness;

        PostgreSql() throws IOException, SQLException {
            Quick.leaveOut("PostgreSQL");
            server = EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "off")
                    .setOutputRedirector(Redirect.DISCARD)
                    .start();
            witness = server.getPostgresDatabase().getConnection();
        }

        @Override
        public int port() {
            return server.getPort();
        }

        @Override
        public String store(int port, int sessionSeconds) {
            return "jdbc: {url: 'jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres', createTable: true,"
                    + " timeout: 2s}";
        }

        @Override
        public boolean isHeld(String key) throws SQLException {
            return !rows("SELECT name FROM lockgraft WHERE name = ? AND ends > " + NOW, key)
                    .isEmpty();
        }

        @Override
        public synchronized Set<String> left(List<String> keys) throws SQLException {
            Set<String> left = new TreeSet<>();
            for (String key : keys) {
                left.addAll(rows("SELECT owner FROM lockgraft WHERE name = ? AND ends > " + NOW, key));
                left.addAll(rows("SELECT holders FROM lockgraft WHERE name = ? AND ends > " + NOW, key));
                left.addAll(rows("SELECT queue FROM lockgraft WHERE name = ?", key));
            }
            left.remove("-");
            return left;
        }

        /** The row stays, for the tokens in it. */
        @Override
        public synchronized void delete(String key) throws SQLException {
            try (PreparedStatement statement = witness.prepareStatement(
                    "UPDATE lockgraft SET owner = '-', holders = '-', ends = 0, version = version + 1"
                            + " WHERE name = ?")) {
                statement.setString(1, key);
                statement.executeUpdate();
            }
        }

        private synchronized Set<String> rows(String sql, String key) throws SQLException {
            Set<String> told = new TreeSet<>();
            try (PreparedStatement statement = witness.prepareStatement(sql)) {
                statement.setString(1, key);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        told.add(rows.getString(1));
                    }
                }
            }
            return told;
        }

        @Override
        public void close() throws IOException, SQLException {
            witness.close();
            server.close();
        }
    }

    /** One ZooKeeper. */
    final class ZooKeeper implements MixedMember {
        private static final String LOCKS = "/lockgraft/locks";

        private final ZooKeeperServers server = ZooKeeperServers.start(1);
        private final org.apache.zookeeper.ZooKeeper witness =
                new org.apache.zookeeper.ZooKeeper(server.connect(), 60_000, event -> {});

        ZooKeeper() throws IOException {}

        @Override
        public int port() {
            return server.port(0);
        }

        @Override
        public String store(int port, int sessionSeconds) {
            return "zookeeper: {connect: '127.0.0.1:" + port + "', sessionTimeout: " + sessionSeconds + "s}";
        }

        /** Whoever waits there has somebody before it. */
        @Override
        public boolean isHeld(String key) throws Exception {
            return !nodes(key).isEmpty();
        }

        /** The empty queue of a JVM that has died goes by itself, within a minute. */
        @Override
        public Set<String> left(List<String> keys) throws Exception {
            Set<String> left = new TreeSet<>();
            for (String queue : children(LOCKS)) {
                if (keys.stream().map(ZooKeeper::name).anyMatch(queue::contains)) {
                    left.addAll(children(LOCKS + '/' + queue));
                }
            }
            return left;
        }

        @Override
        public void delete(String key) throws Exception {
            for (String node : nodes(key)) {
                try {
                    witness.delete(LOCKS + '/' + name(key) + '/' + node, -1);
                } catch (KeeperException.NoNodeException e) {
                    // It has left by itself.
                }
            }
        }

        private List<String> nodes(String key) throws Exception {
            return children(LOCKS + '/' + name(key));
        }

        /** The suite's keys have no other characters that the name of a node has not. */
        private static String name(String key) {
            return key.replace("{", "%7B").replace("}", "%7D");
        }

        private List<String> children(String path) throws Exception {
            try {
                return witness.getChildren(path, false);
            } catch (KeeperException.NoNodeException e) {
                return new ArrayList<>();
            }
        }

        @Override
        public void close() throws Exception {
            witness.close();
            server.close();
        }
    }
}
