package io.lockgraft.store.jdbc;

import io.lockgraft.testing.Quick;
import io.lockgraft.testing.server.Ports;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A PostgreSQL in a process of this machine; nothing on its disk must outlive that. */
final class PostgreSqlDatabase extends Database {
    private final Path folder = Files.createTempDirectory("lockgraft-postgresql");
    private final int port = Ports.free();
    private EmbeddedPostgres server;

    PostgreSqlDatabase() throws IOException {
        Quick.leaveOut("PostgreSQL");
        startAgain();
    }

    void startAgain() throws IOException {
        if (server != null) {
            server.close(); // that of the process that was killed
        }
        server = EmbeddedPostgres.builder()
                .setDataDirectory(folder)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                .setServerConfig("synchronous_commit", "on") // else a server that is killed forgets its last locks
                .setOutputRedirector(Redirect.DISCARD)
                .start();
    }

    /** At once, without a word to its clients. */
    void kill() throws Exception {
        super.close();
        String pid = Files.readAllLines(folder.resolve("postmaster.pid")).get(0).trim();
        new ProcessBuilder("kill", "-9", pid).start().waitFor();
        ProcessHandle.of(Long.parseLong(pid))
                .ifPresent(process -> process.onExit().join());
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    String url(int behind) {
        return "jdbc:postgresql://127.0.0.1:" + behind + "/postgres?user=postgres";
    }

    @Override
    public void close() throws Exception {
        super.close();
        server.close();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(PostgreSqlDatabase::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
