package io.lockgraft.store.jdbc;

import io.lockgraft.testing.Quick;
import io.lockgraft.testing.server.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A MySQL or a MariaDB in a process of this machine; nothing on its disk must outlive that. */
final class MySqlDatabase extends Database {
    static final String MYSQL = "mysqld";
    static final String MARIADB = "mariadbd";

    private final Path folder = Files.createTempDirectory("lockgraft-mysql");
    private final int port = Ports.free();
    private final String driver;
    private final Process process;

    /** Asked by MariaDB's driver, which knows both servers. */
    MySqlDatabase(Path program) throws Exception {
        this(program, "mariadb");
    }

    /**
     * @param program as {@link Programs#find} gives it
     * @param driver as URLs call it: mariadb or mysql
     */
    MySqlDatabase(Path program, String driver) throws Exception {
        this.driver = driver;
        Quick.leaveOut("MySQL");
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + Files.createDirectory(folder.resolve("data")),
                // A server that starts deletes the temporary tables that it finds.
                "--tmpdir=" + Files.createDirectory(folder.resolve("tmp")),
                "--innodb-buffer-pool-size=32M",
                "--innodb-flush-log-at-trx-commit=0",
                "--skip-log-bin"));
        if (program.endsWith(MYSQL)) {
            List<String> initialize = new ArrayList<>(command);
            initialize.add("--initialize-insecure");
            started(initialize).waitFor();
        } else {
            command.add("--skip-grant-tables");
        }
        command.addAll(List.of(
                "--socket=" + folder.resolve("socket"),
                "--pid-file=" + folder.resolve("pid"),
                "--bind-address=127.0.0.1",
                "--port=" + port));
        if (program.endsWith(MYSQL)) {
            command.addAll(List.of("--mysqlx=OFF", "--secure-file-priv=NULL"));
        }
        process = started(command);
        boolean isReady = false;
        try {
            Awaitility.await("a server that answers")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> answers() || !process.isAlive());
            isReady = process.isAlive();
            if (!isReady) {
                throw new IllegalStateException(command + "\n" + Files.readString(folder.resolve("log")));
            }
        } finally {
            if (!isReady) {
                close();
            }
        }
    }

    private Process started(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    private boolean answers() {
        try {
            DriverManager.getConnection(url()).close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    String url(int behind) {
        return "jdbc:" + driver + "://127.0.0.1:" + behind + "/locks?user=root&createDatabaseIfNotExist=true";
    }

    @Override
    public void close() throws Exception {
        super.close();
        process.destroyForcibly().onExit().join();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(MySqlDatabase::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
