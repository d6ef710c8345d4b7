package io.lockgraft.it;

import io.lockgraft.testing.Quick;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.server.SteppedClock;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A PostgreSQL in processes of this machine, under a wall clock of its own where there is one. It can be killed, frozen
 * and started again with what it has stored.
 */
final class PostgreSqlServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder = Files.createTempDirectory("lockgraft-postgresql");
    private final int port = Ports.free();
    private final SteppedClock clock = SteppedClock.missing() == null ? new SteppedClock() : null;
    private final List<String> command;
    private final Thread atExit = new Thread(this::kill);
    private Process process;

    PostgreSqlServer() throws IOException {
        Quick.leaveOut("PostgreSQL");
        command = prepare();
        Runtime.getRuntime().addShutdownHook(atExit);
        restart();
    }

    /** Fills its folder, and finds out how to start it there. */
    private List<String> prepare() throws IOException {
        try (EmbeddedPostgres first = EmbeddedPostgres.builder()
                .setDataDirectory(folder)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                .setServerConfig("synchronous_commit", "on") // else a server that is killed forgets its last locks
                .setOutputRedirector(Redirect.DISCARD)
                .start()) {
            long pid = Long.parseLong(
                    Files.readAllLines(folder.resolve("postmaster.pid")).get(0).trim());
            ProcessHandle.Info running = ProcessHandle.of(pid).orElseThrow().info();
            List<String> found = new ArrayList<>();
            if (System.getProperty("user.name").equals("root")) {
                found.addAll(List.of("unshare", "-U")); // it refuses to run as root
            }
            found.add(running.command().orElseThrow());
            found.addAll(List.of(running.arguments().orElseThrow()));
            return found;
        }
    }

    /** Starts it, and waits until it answers. */
    void restart() throws IOException {
        Awaitility.await("a PostgreSQL that answers").atMost(PATIENCE).until(() -> {
            if (process == null || !process.isAlive()) {
                launch(); // again, where processes of the one before still had its memory
            }
            return answers();
        });
    }

    private void launch() throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.DISCARD);
        if (clock != null) {
            builder.environment().putAll(clock.environment());
        }
        process = builder.start();
    }

    private boolean answers() {
        try {
            connect().close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** A connection that autocommits. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(port));
    }

    /** Its database behind this port. */
    static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    int port() {
        return port;
    }

    /** Its wall clock, or null. */
    SteppedClock clock() {
        return clock;
    }

    /** As {@code kill -9} does, and returns when all that it had started is gone. */
    void kill() {
        if (process == null) {
            return;
        }
        List<ProcessHandle> backends = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        for (ProcessHandle each : backends) {
            each.destroyForcibly();
            each.onExit().join();
        }
    }

    /** It goes on listening and answers nothing. */
    void freeze() throws IOException, InterruptedException {
        Signals.stop(process.toHandle());
        for (ProcessHandle each : process.descendants().toList()) {
            Signals.stop(each);
        }
    }

    void resume() throws IOException, InterruptedException {
        for (ProcessHandle each : process.descendants().toList()) {
            Signals.resume(each);
        }
        Signals.resume(process.toHandle());
    }

    @Override
    public void close() throws IOException {
        Runtime.getRuntime().removeShutdownHook(atExit);
        kill();
        if (clock != null) {
            clock.close();
        }
        Folders.delete(folder);
    }
}
