package io.lockgraft.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** One connection, which is made anew when it breaks. Threads ask by it one after the other. */
final class Line {
    /** A connection that was idle for longer may have been broken by a firewall: it is tried out before it is used. */
    private static final long IDLE = TimeUnit.SECONDS.toNanos(10);

    private final Connector connector;
    private final long patienceMillis;
    private final Executor aborts;
    private final ReentrantLock turn = new ReentrantLock(true);
    private final AtomicReference<Connection> connection = new AtomicReference<>();
    private volatile Thread asking;
    private long usedAt;

    /**
     * @param patienceMillis how long a thread waits for its turn
     * @param aborts runs what breaks a connection off: a driver may ask the server for that, by a connection of its own
     */
    Line(Connector connector, long patienceMillis, Executor aborts) {
        this.connector = connector;
        this.patienceMillis = patienceMillis;
        this.aborts = aborts;
    }

    interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    /**
     * Asks once. A question whose connection breaks may have had its effect, so it is not repeated here: a release that
     * finds its key free would be told as a loss.
     */
    <T> T ask(Question<T> question) throws Exception {
        if (!turn.tryLock(patienceMillis, TimeUnit.MILLISECONDS)) {
            throw new SQLTimeoutException("another question to the database has not come back");
        }
        try {
            asking = Thread.currentThread();
            Connection now = connection.get();
            if (now != null && System.nanoTime() - usedAt > IDLE && !now.isValid(1)) {
                hangUp();
            }
            return once(question);
        } catch (SQLException e) {
            throw connector.told(e);
        } finally {
            asking = null;
            usedAt = System.nanoTime();
            turn.unlock();
        }
    }

    private <T> T once(Question<T> question) throws Exception {
        Connection now = connection.get();
        if (now == null) {
            now = connector.connect();
            connection.set(now);
        }
        boolean isWhole = false;
        try {
            T answer = question.ask(now);
            isWhole = true;
            return answer;
        } catch (SQLException e) {
            isWhole = Failures.leavesConnection(e) && !now.isClosed();
            throw e;
        } finally {
            if (!isWhole) {
                hangUp();
            }
        }
    }

    /** Breaks off what this thread asks. Returns whether it asks by this line. Never blocks. */
    boolean abort(Thread thread) {
        Connection now = connection.get();
        if (asking != thread) {
            return false;
        }
        if (now != null) {
            aborts.execute(() -> end(now));
            connection.compareAndSet(now, null);
        }
        return true;
    }

    /** The next question makes a new connection. */
    void hangUp() {
        Connection now = connection.getAndSet(null);
        if (now != null) {
            end(now);
        }
    }

    private static void end(Connection now) {
        try {
            now.abort(Runnable::run);
        } catch (SQLException | AbstractMethodError e) {
            // The network time-out breaks it.
        }
        try {
            now.close();
        } catch (SQLException e) {
            // It was broken.
        }
    }
}
