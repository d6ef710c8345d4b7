package com.example.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * An application's own units of work: a connection of the thread, committed when the work is done. No framework knows.
 */
public class Units {
    interface Work {
        void run() throws SQLException;
    }

    private static final ThreadLocal<Connection> CURRENT = new ThreadLocal<>();

    private final DataSource dataSource;

    Units(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static Connection current() {
        return CURRENT.get();
    }

    public void run(Work work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            CURRENT.set(connection);
            try {
                work.run();
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                CURRENT.remove();
            }
        }
    }

    /** The same work with each statement for itself. */
    public void runWithout(Work work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            CURRENT.set(connection);
            work.run();
        } finally {
            CURRENT.remove();
        }
    }
}
