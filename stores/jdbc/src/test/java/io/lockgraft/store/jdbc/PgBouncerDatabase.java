package io.lockgraft.store.jdbc;

import io.lockgraft.testing.server.Ports;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A PostgreSQL, and a PgBouncer in front of it that hands its connections out. */
final class PgBouncerDatabase extends Database {
    static final String PROGRAM = "pgbouncer";

    /** Four tests run side by side, and a statement that waits for a row keeps one from all others. */
    private static final int CONNECTIONS = 12;

    private final PostgreSqlDatabase behind = new PostgreSqlDatabase();
    private final Path configuration = Files.createTempFile("lockgraft-pgbouncer", ".ini");
    private final int port = Ports.free();
    private final Process process;

    /** Hands them out by the transaction. */
    PgBouncerDatabase(Path program) throws Exception {
        this(program, "transaction");
    }

    /**
     * @param program as {@link Programs#find} gives it
     * @param mode the time for which a client has a connection: session, transaction, statement
     */
    PgBouncerDatabase(Path program, String mode) throws Exception {
        Files.writeString(configuration, """
            [databases]
            * = host=127.0.0.1 port=%d user=postgres
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = %s
            default_pool_size = %d
            server_round_robin = 1
            ignore_startup_parameters = extra_float_digits
            """.formatted(behind.port(), port, mode, CONNECTIONS));
        configuration.toFile().setReadable(true, false);
        process = new ProcessBuilder(program.toString(), "-q", "-u", "nobody", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Awaitility.await("a PgBouncer that answers")
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> {
                    new Socket("127.0.0.1", port).close();
                    return true;
                });
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    String url(int at) {
        return behind.url(at);
    }

    @Override
    String directUrl() {
        return behind.url();
    }

    @Override
    public void close() throws Exception {
        super.close();
        process.destroyForcibly().onExit().join();
        Files.delete(configuration);
        behind.close();
    }
}
