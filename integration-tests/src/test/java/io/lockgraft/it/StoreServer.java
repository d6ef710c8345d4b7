package io.lockgraft.it;

import io.lockgraft.testing.ensemble.Ensemble;
import io.lockgraft.testing.ensemble.EtcdServers;
import io.lockgraft.testing.ensemble.ZooKeeperServers;
import io.lockgraft.testing.server.RedisServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A server of one kind of store: it can die, and come back with what it has stored, or without. */
abstract class StoreServer implements AutoCloseable {
    /** A session of ZooKeeper, which has twice the length of its lease. */
    static final long SESSION_MILLIS = 20_000;

    abstract int port();

    /** A store of the rules file, where the server is reached at this port. */
    abstract String at(int port);

    final String store() {
        return at(port());
    }

    /** As kill -9 does. */
    abstract void kill() throws Exception;

    /** Starts it where it does not run, and waits until it serves. */
    abstract void restart() throws Exception;

    /** The same without what it has stored; it must not be running. */
    abstract void restartEmpty() throws Exception;

    /** A Redis that has written to its disk what it has answered. */
    static final class Redis extends StoreServer {
        final RedisServer server = RedisServer.startProcess("--appendonly", "yes", "--appendfsync", "always");

        @Override
        int port() {
            return server.port();
        }

        @Override
        String at(int port) {
            return "{redis: {timeout: 1s, address: 'redis://127.0.0.1:" + port + "'}}";
        }

        @Override
        void kill() {
            server.kill();
        }

        @Override
        void restart() {
            server.restart();
        }

        @Override
        void restartEmpty() {
            server.forget();
            restart();
        }

        @Override
        public void close() {
            server.close();
        }

        @Override
        public String toString() {
            return "Redis";
        }
    }

    /** One server of a kind that can be an ensemble. */
    private abstract static class Alone extends StoreServer {
        private final Ensemble server;

        Alone(Ensemble server) {
            this.server = server;
        }

        @Override
        int port() {
            return server.port(0);
        }

        @Override
        void kill() {
            server.kill(0);
        }

        @Override
        void restart() {
            server.restart(0);
            server.awaitService();
        }

        @Override
        void restartEmpty() {
            server.forget(0);
            restart();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** One ZooKeeper. */
    static final class ZooKeeper extends Alone {
        ZooKeeper() {
            super(ZooKeeperServers.start(1));
        }

        @Override
        String at(int port) {
            return "{zookeeper: {connect: '127.0.0.1:" + port + "', sessionTimeout: " + SESSION_MILLIS + "ms}}";
        }

        @Override
        public String toString() {
            return "ZooKeeper";
        }
    }

    /** One etcd; where this machine has none, the test is skipped and says so. */
    static final class Etcd extends Alone {
        Etcd() {
            super(EtcdServers.start(1));
        }

        @Override
        String at(int port) {
            return "{etcd: {endpoints: ['http://127.0.0.1:" + port + "']}}";
        }

        @Override
        public String toString() {
            return "etcd";
        }
    }

    /** A PostgreSQL that remembers what it has committed when its process dies. */
    static final class PostgreSql extends StoreServer {
        private final PostgreSqlServer server = new PostgreSqlServer();

        PostgreSql() throws IOException {}

        @Override
        int port() {
            return server.port();
        }

        @Override
        String at(int port) {
            return "{jdbc: {url: '" + PostgreSqlServer.url(port) + "', createTable: true, driver: '"
                    + Libraries.path("postgresql-") + "'}}";
        }

        /** How many have ended in it, as it counts them: up to a second late. */
        long transactions() throws SQLException {
            return Long.parseLong(
                    query("SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'"));
        }

        /** What this query says, of one row and column; null where there is no row. */
        String query(String sql) throws SQLException {
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                return rows.next() ? rows.getString(1) : null;
            }
        }

        @Override
        void kill() {
            server.kill();
        }

        @Override
        void restart() throws IOException {
            server.restart();
        }

        @Override
        void restartEmpty() throws Exception {
            restart();
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP TABLE lockgraft");
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }

        @Override
        public String toString() {
            return "PostgreSQL";
        }
    }
}
