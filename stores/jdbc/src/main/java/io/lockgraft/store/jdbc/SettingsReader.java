package io.lockgraft.store.jdbc;

import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.TokensAbove;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.store.jdbc.dialect.Dialect;
import java.io.File;
import java.time.Duration;

/** Reads {@code jdbc}. Loads no driver. */
final class SettingsReader {
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_$]*";
    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Settings jdbc;

    SettingsReader(Settings jdbc) {
        this.jdbc = jdbc;
    }

    /** The settings, or null where they name no database. */
    JdbcSettings read() {
        Value url = url();
        Value user = jdbc.text("user");
        Value password = jdbc.value("password");
        Value driver = jdbc.text("driver");
        boolean isJar = driver != null && driver.text().endsWith(".jar");
        File jar = isJar ? jdbc.file("driver") : null;
        Value table = table();
        Boolean create = jdbc.flag("createTable");
        Duration timeout = jdbc.duration("timeout", SHORTEST, LONGEST);
        Boolean untested = jdbc.flag("untested");
        long above = TokensAbove.read(jdbc);
        if (driver != null && !isJar && !driver.text().matches(NAME + "(\\." + NAME + ")*")) {
            jdbc.problem(
                    "driver",
                    driver.position(),
                    driver.shown()
                            + " is neither a jar nor a class; write lib/postgresql.jar or org.postgresql.Driver");
        }
        if (url == null || !isTested(url, Boolean.TRUE.equals(untested))) {
            return null;
        }
        return new JdbcSettings(
                url.text(),
                user == null ? null : user.text(),
                password == null || password.text().isEmpty() ? null : password.text(),
                jar,
                isJar || driver == null ? null : driver.text(),
                table == null ? JdbcSettings.TABLE : table.text(),
                Boolean.TRUE.equals(create),
                timeout == null ? JdbcSettings.TIMEOUT : timeout.toMillis(),
                above);
    }

    private Value url() {
        Value url = jdbc.text("url");
        if (url == null) {
            if (!jdbc.has("url") && !jdbc.isMeant("url") && !jdbc.isCutOff()) {
                jdbc.problem("names no database; write jdbc: {url: \"jdbc:postgresql://host/database\"}");
            }
            return null;
        }
        String bare = "'" + JdbcSettings.bare(url.text()) + "'";
        if (!url.text().startsWith("jdbc:")) {
            jdbc.problem(
                    "url", url.position(), "the URL of a database begins with jdbc:, as jdbc:postgresql://host/db");
        } else if (Dialect.of(url.text()) == null) {
            jdbc.problem(
                    "url",
                    url.position(),
                    bare + " is no database that Lockgraft knows: postgresql, mariadb, mysql, h2, oracle, sqlserver");
        } else if (url.text().matches("jdbc:h2:(?!tcp:|ssl:).*")) {
            jdbc.problem(
                    "url",
                    url.position(),
                    bare + " is a database inside of one JVM; write jdbc:h2:tcp://host/database");
        } else {
            return url;
        }
        return null;
    }

    private boolean isTested(Value url, boolean untested) {
        Dialect dialect = Dialect.of(url.text());
        if (dialect.isTested() || untested) {
            return true;
        }
        jdbc.problem(
                "url",
                url.position(),
                "the locks were never tested on " + dialect.product()
                        + "; write untested: true to use it all the same");
        return false;
    }

    private Value table() {
        Value table = jdbc.text("table");
        if (table != null && !table.text().matches(NAME + "(\\." + NAME + "){0,2}")) {
            jdbc.problem(
                    "table",
                    table.position(),
                    table.shown() + " is no name of a table; write lockgraft or schema.lockgraft, without quotes");
            return null;
        }
        return table;
    }
}
