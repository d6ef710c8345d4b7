package io.lockgraft.store.jdbc;

import io.lockgraft.store.jdbc.dialect.Dialect;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The rules file's mapping {@code jdbc}. Immutable. */
final class JdbcSettings {
    static final String TABLE = "lockgraft";
    static final long TIMEOUT = 1_000;

    final String url;

    /** Null where the URL or the driver knows; so for the password. */
    final String user;

    final String password;

    /** Null for a driver among the application's classes. */
    final File driverJar;

    /** Null for the driver that the database usually has. */
    final String driverClass;

    final String table;
    final boolean createTable;
    final long timeoutMillis;
    final long tokensAbove;
    private final Dialect dialect;

    JdbcSettings(
            String url,
            String user,
            String password,
            File driverJar,
            String driverClass,
            String table,
            boolean createTable,
            long timeoutMillis,
            long tokensAbove) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.driverJar = driverJar;
        this.driverClass = driverClass;
        this.table = table;
        this.createTable = createTable;
        this.timeoutMillis = timeoutMillis;
        this.tokensAbove = tokensAbove;
        this.dialect = Dialect.of(url);
    }

    Dialect dialect() {
        return dialect;
    }

    String table() {
        return table;
    }

    long timeoutMillis() {
        return timeoutMillis;
    }

    /** Passwords, those in the URL included. */
    List<String> secrets() {
        List<String> secrets = new ArrayList<>();
        if (password != null) {
            secrets.add(password);
        }
        for (String parameter : url.split("[?&;]")) {
            int equals = parameter.indexOf('=');
            String name = parameter.substring(0, Math.max(0, equals)).toLowerCase(Locale.ROOT);
            if (name.contains("pass") || name.contains("secret") || name.contains("pwd") || name.contains("token")) {
                addPart(secrets, parameter, equals, parameter.length());
            }
        }
        int at = url.indexOf('@');
        int colon = at < 0 ? -1 : url.lastIndexOf(':', at);
        int slashes = url.indexOf("//");
        if (colon > slashes + 1 && slashes >= 0) {
            addPart(secrets, url, colon, at);
        }
        return secrets;
    }

    private static void addPart(List<String> secrets, String text, int before, int end) {
        if (end - before > 1) {
            secrets.add(text.substring(before + 1, end));
        }
    }

    /** The URL up to its parameters, and without who logs in. */
    static String bare(String url) {
        return url.split("[?;]", 2)[0].replaceFirst("//[^/]*@", "//");
    }

    @Override
    public String toString() {
        return bare(url) + ", table " + table;
    }
}
