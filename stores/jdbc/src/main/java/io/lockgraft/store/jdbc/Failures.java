package io.lockgraft.store.jdbc;

import io.lockgraft.spi.table.RefusedException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** What a database's error codes mean: SQLSTATE where databases agree, else the vendor's own. */
final class Failures {
    private static final Set<String> NO_TABLE = setOf("42P01", "42S02", "42S03", "42S04");
    private static final Set<String> NO_COLUMN = setOf("42703", "42S22");
    private static final Set<String> NO_RIGHT = setOf("42501", "90096");
    private static final Set<Integer> NO_RIGHT_CODES = setOf(1142, 1143, 1044);
    private static final Set<String> NO_DATABASE = setOf("3D000", "90149", "90146");
    private static final Set<Integer> NO_DATABASE_CODES = setOf(1049);
    private static final Set<Integer> NO_LOGIN_CODES = setOf(1045, 1017, 18456);
    /** Another transaction stood in the way: the connection is as good as before. */
    private static final Set<String> IN_THE_WAY = setOf("40001", "40P01", "55P03", "HYT00", "41000", "90131");

    private static final Set<Integer> IN_THE_WAY_CODES = setOf(1205, 1213, 1222);

    /** One side wants TLS and the other does not, in the words of PostgreSQL, MySQL and MariaDB. */
    private static final Pattern UNENCRYPTED =
            Pattern.compile("(?i)not support(ed)? SSL|SSL.* not (supported|enabled)|insecure transport");

    /** Causes can go in a circle. */
    private static final int DEEPEST = 8;

    private final JdbcSettings settings;

    Failures(JdbcSettings settings) {
        this.settings = settings;
    }

    @SafeVarargs
    private static <T> Set<T> setOf(T... all) {
        return new HashSet<>(Arrays.asList(all));
    }

    static boolean isMissingTable(SQLException e) {
        return NO_TABLE.contains(e.getSQLState());
    }

    /** Whether the connection may be used on. */
    static boolean leavesConnection(SQLException e) {
        return IN_THE_WAY.contains(e.getSQLState()) || IN_THE_WAY_CODES.contains(e.getErrorCode());
    }

    private static boolean isMissingRight(SQLException e) {
        return NO_RIGHT.contains(e.getSQLState()) || NO_RIGHT_CODES.contains(e.getErrorCode());
    }

    private String user() {
        return settings.user == null ? "the user" : "the user '" + settings.user + "'";
    }

    /** Throws with the cure if a table could not be made for lack of a right. */
    void refuseTable(SQLException e) {
        if (isMissingRight(e)) {
            throw refused(
                    user() + " may not make the table " + settings.table + "; grant CREATE on its schema, on MySQL and"
                            + " MariaDB on its database, or make it by "
                            + oneLine(settings.dialect().ddl(settings.table)),
                    e);
        }
    }

    /** The same with its cure where asking again cannot help; else as it is. */
    Exception told(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        String user = user();
        if (isOfTls(e)) {
            return refused(
                    "there is no connection by TLS that both sides want; correct the parameters of url in jdbc, as"
                            + " sslmode=verify-full of PostgreSQL or sslMode=VERIFY_IDENTITY of MySQL",
                    e);
        } else if (state.startsWith("28") || NO_LOGIN_CODES.contains(e.getErrorCode())) {
            return refused("the database refuses " + user + "; correct user and password in jdbc", e);
        } else if (isMissingTable(e)) {
            return refused(
                    "the table " + settings.table + " is missing, or " + user + " may not see it; write createTable:"
                            + " true in jdbc, or make it by "
                            + oneLine(settings.dialect().ddl(settings.table)),
                    e);
        } else if (NO_COLUMN.contains(state)) {
            return refused(
                    "the table " + settings.table + " is not one of Lockgraft's; name another in jdbc: table:, or make"
                            + " it by " + oneLine(settings.dialect().ddl(settings.table)),
                    e);
        } else if (isMissingRight(e)) {
            return refused(
                    user + " lacks a right; as the table's owner: GRANT SELECT, INSERT, UPDATE ON " + settings.table
                            + " TO " + (settings.user == null ? "that user" : settings.user),
                    e);
        } else if (NO_DATABASE.contains(state) || NO_DATABASE_CODES.contains(e.getErrorCode())) {
            return refused("there is no such database; correct url in jdbc", e);
        }
        return e;
    }

    /** What cures itself is none: a handshake that the network broke off. */
    private static boolean isOfTls(SQLException e) {
        int depth = 0;
        for (Throwable cause = e; cause != null && depth < DEEPEST; cause = cause.getCause(), depth++) {
            boolean isDistrust = cause instanceof SSLHandshakeException || cause instanceof SSLPeerUnverifiedException;
            if (isDistrust && !(cause.getCause() instanceof IOException)) {
                return true;
            }
        }
        return UNENCRYPTED.matcher(String.valueOf(e.getMessage())).find();
    }

    private static RefusedException refused(String what, SQLException e) {
        return new RefusedException(what + " (" + e.getMessage() + ")", e);
    }

    private static String oneLine(String ddl) {
        return ddl.replaceAll("\\s+", " ");
    }
}
