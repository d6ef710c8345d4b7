package io.lockgraft.store.jdbc;

import java.sql.SQLException;
import org.h2.tools.Server;

/** A server of H2 in this JVM, whose clients come by the network. */
final class H2Database extends Database {
    private final Server server;

    H2Database() throws SQLException {
        server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        witness();
    }

    @Override
    public int port() {
        return server.getPort();
    }

    @Override
    String url(int port) {
        return "jdbc:h2:tcp://127.0.0.1:" + port + "/mem:locks;USER=sa;PASSWORD=";
    }

    @Override
    public void close() throws Exception {
        super.close();
        server.stop();
    }
}
