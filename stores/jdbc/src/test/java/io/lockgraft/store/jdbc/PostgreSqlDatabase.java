package io.lockgraft.store.jdbc;

import io.lockgraft.testing.Quick;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/** A PostgreSQL in a process of this machine; nothing on its disk must outlive that. */
final class PostgreSqlDatabase extends Database {
    private final EmbeddedPostgres server;

    PostgreSqlDatabase() throws IOException {
        Quick.leaveOut("PostgreSQL");
        server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                .setOutputRedirector(Redirect.DISCARD)
                .start();
    }

    @Override
    int port() {
        return server.getPort();
    }

    @Override
    String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    @Override
    public void close() throws Exception {
        super.close();
        server.close();
    }
}
