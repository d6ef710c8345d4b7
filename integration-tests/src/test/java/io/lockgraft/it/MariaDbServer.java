package io.lockgraft.it;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockgraft.testing.server.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A MariaDB in a process of this machine, with its own defaults; nothing on its disk must outlive the machine. */
final class MariaDbServer implements AutoCloseable {
    private static final String BINARY = "mariadbd";

    private final Process process;
    private final Path folder;
    private final int port;

    private MariaDbServer(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /** Starts it on a free port; skips the test where this machine has none. */
    static MariaDbServer start() throws IOException {
        Optional<Path> unpacked = unpacked();
        Optional<Path> binary = unpacked.isPresent() ? unpacked : installed();
        assumeThat(binary)
                .as("a server of MariaDB: mariadbd of this machine, or with -Pwhole the one for Linux on x86-64")
                .isPresent();
        Path folder = Files.createTempDirectory("lockgraft-mariadb");
        int port = Ports.free();
        List<String> command = new ArrayList<>(List.of(
                binary.get().toString(),
                "--no-defaults",
                "--user=" + System.getProperty("user.name"),
                "--datadir=" + Files.createDirectory(folder.resolve("data")),
                // A server that starts deletes the temporary tables that it finds.
                "--tmpdir=" + Files.createDirectory(folder.resolve("tmp")),
                "--socket=" + folder.resolve("socket"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                // Without it the folder must be filled by another program first.
                "--skip-grant-tables",
                "--innodb-buffer-pool-size=32M",
                "--innodb-flush-log-at-trx-commit=0"));
        if (unpacked.isPresent()) {
            command.add("--basedir=" + binary.get().getParent().getParent());
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        MariaDbServer server = new MariaDbServer(process, folder, port);
        boolean isReady = false;
        try {
            Awaitility.await("a MariaDB that answers")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> server.answers() || !process.isAlive());
            isReady = process.isAlive();
            if (!isReady) {
                throw new IllegalStateException(command + "\n" + Files.readString(folder.resolve("log")));
            }
            return server;
        } finally {
            if (!isReady) {
                server.close();
            }
        }
    }

    /** The one that the build has unpacked, where it runs on this machine. */
    private static Optional<Path> unpacked() throws IOException {
        Path all = Path.of(System.getProperty("lockgraft.test.mariadb", "none"));
        boolean fits = System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64")
                && Files.isDirectory(all);
        if (!fits) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(all)) {
            Optional<Path> binary = files.filter(file -> file.endsWith(BINARY)).findAny();
            binary.ifPresent(file -> file.toFile().setExecutable(true));
            return binary;
        }
    }

    private static Optional<Path> installed() {
        String path = System.getenv("PATH") + ":/usr/sbin:/usr/local/sbin";
        return Stream.of(path.split(":"))
                .map(folder -> Path.of(folder, BINARY))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private boolean answers() {
        try {
            DriverManager.getConnection(url("")).close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Of this database, which is made where there is none. */
    String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=root&createDatabaseIfNotExist=true";
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        Folders.delete(folder);
    }
}
