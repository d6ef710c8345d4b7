package io.lockgraft.store.zookeeper.settings;

import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.spi.settings.TokensAbove;
import io.lockgraft.spi.settings.Value;
import java.time.Duration;

/** Reads {@code zookeeper}. Loads nothing of the library. */
public final class SettingsReader {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Settings zookeeper;

    public SettingsReader(Settings zookeeper) {
        this.zookeeper = zookeeper;
    }

    /** The settings, or null where they name no server. */
    public ZooKeeperSettings read() {
        String connect = connect();
        String root = root();
        Duration timeout = zookeeper.duration("sessionTimeout", SHORTEST, LONGEST);
        String user = user();
        long tokensAbove = TokensAbove.read(zookeeper);
        Settings tls = zookeeper.section("tls", ZooKeeperTables.TLS);
        return connect == null
                ? null
                : new ZooKeeperSettings(
                        connect,
                        root == null ? ZooKeeperSettings.ROOT : root,
                        timeout == null ? ZooKeeperSettings.SESSION_TIMEOUT : timeout,
                        user,
                        tokensAbove,
                        tls == null ? null : TlsSettings.read(tls));
    }

    private String connect() {
        Value value = zookeeper.text("connect");
        if (value == null) {
            if (!zookeeper.has("connect") && !zookeeper.isMeant("connect") && !zookeeper.isCutOff()) {
                zookeeper.problem("names no server; write zookeeper: {connect: \"host1:2181,host2:2181,host3:2181\"}");
            }
            return null;
        }
        String text = value.text().trim();
        int slash = text.indexOf('/');
        String servers = slash < 0 ? text : text.substring(0, slash);
        String mistake = servers.contains("://") || text.contains("://")
                ? " is an address with a scheme; write the servers alone, as host1:2181,host2:2181"
                : mistakeOfServers(servers);
        if (mistake == null && slash >= 0) {
            mistake = mistakeOfPath(text.substring(slash));
        }
        if (mistake != null) {
            zookeeper.problem("connect", value.position(), value.shown() + mistake);
            return null;
        }
        return text;
    }

    private static String mistakeOfServers(String servers) {
        for (String each : servers.split(",", -1)) {
            String server = each.trim();
            if (!server.matches("(\\[[0-9A-Fa-f:.%a-z]+]|[^\\s:\\[\\]]+)(:[0-9]{1,5})?")) {
                return " is no list of servers; write host1:2181,host2:2181, and a path behind the last if you want";
            }
            String port = server.substring(server.lastIndexOf(':') + 1);
            if (server.matches(".*:[0-9]{1,5}") && (Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535)) {
                return " has a port that is not between 1 and 65535";
            }
        }
        return null;
    }

    private String root() {
        Value value = zookeeper.text("root");
        if (value == null) {
            return null;
        }
        String mistake = mistakeOfPath(value.text());
        if (mistake == null && (value.text() + '/').startsWith("/zookeeper/")) {
            mistake = " belongs to ZooKeeper itself; name another node";
        }
        if (mistake != null) {
            zookeeper.problem("root", value.position(), value.shown() + mistake);
            return null;
        }
        return value.text();
    }

    private static String mistakeOfPath(String path) {
        return path.matches("(/(?!\\.{1,2}(/|$))[^/\\p{Cntrl}]+)+")
                ? null
                : " has no path as ZooKeeper's are; write /lockgraft or /shop/locks, without a slash at the end";
    }

    private String user() {
        Value username = zookeeper.value("username");
        Value password = zookeeper.value("password");
        if (isEmpty(username) && isEmpty(password)) {
            return null;
        }
        if (isEmpty(username) && !zookeeper.has("username")) {
            zookeeper.problem("a 'password' needs a 'username' beside it");
        } else if (isEmpty(password) && !zookeeper.has("password")) {
            zookeeper.problem("a 'username' needs a 'password' beside it");
        } else if (!isEmpty(username) && username.text().indexOf(':') >= 0) {
            zookeeper.problem("username", username.position(), username.shown() + " has a colon in it");
        } else if (!isEmpty(username) && !isEmpty(password)) {
            return username.text() + ':' + password.text();
        }
        return null;
    }

    private static boolean isEmpty(Value value) {
        return value == null || value.text().isEmpty();
    }
}
