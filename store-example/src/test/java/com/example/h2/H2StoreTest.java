package com.example.h2;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The store keeps what it declares, on a real server. */
final class H2StoreTest extends StoreConformance {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static Server server;
    private static String url;
    private static Connection admin;

    @BeforeAll
    static void startServer() throws SQLException {
        server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        url = "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:locks";
        admin = DriverManager.getConnection(url, "sa", "");
    }

    @AfterAll
    static void stopServer() throws SQLException {
        admin.close();
        server.stop();
    }

    @Override
    protected Capabilities capabilities() {
        return new H2Configuration(url, "sa", "", TIMEOUT).capabilities();
    }

    /** The suite opens one in this JVM and one in another: a lambda that captures texts and numbers. */
    @Override
    protected Opening opening() {
        String address = url;
        return context -> new H2Configuration(address, "sa", "", TIMEOUT).open(context);
    }

    @Override
    protected boolean isHeld(String key) throws SQLException {
        return !owners("SELECT owner FROM lockgraft WHERE name = ? AND ends > CURRENT_TIMESTAMP", key)
                .isEmpty();
    }

    @Override
    protected Set<String> leftOf(List<String> keys) throws SQLException {
        Set<String> left = new TreeSet<>();
        for (String key : keys) {
            left.addAll(owners("SELECT owner FROM lockgraft WHERE name = ? AND ends > CURRENT_TIMESTAMP", key));
            left.addAll(owners("SELECT owner FROM lockgraft_waits WHERE name = ?", key));
        }
        return left;
    }

    private static Set<String> owners(String sql, String key) throws SQLException {
        Set<String> owners = new TreeSet<>();
        try (PreparedStatement statement = admin.prepareStatement(sql)) {
            statement.setString(1, key);
            ResultSet rows = statement.executeQuery();
            while (rows.next()) {
                owners.add(rows.getString(1));
            }
        }
        return owners;
    }

    @Override
    protected void delete(String key) throws SQLException {
        try (PreparedStatement statement = admin.prepareStatement("DELETE FROM lockgraft WHERE name = ?")) {
            statement.setString(1, key);
            statement.executeUpdate();
        }
    }

    /** Every other connection stands still, and new ones are refused. */
    @Override
    protected void freeze() throws SQLException {
        admin.createStatement().execute("SET EXCLUSIVE 1");
    }

    @Override
    protected void thaw() throws SQLException {
        admin.createStatement().execute("SET EXCLUSIVE 0");
    }
}
