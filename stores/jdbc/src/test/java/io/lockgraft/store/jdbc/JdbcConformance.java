package io.lockgraft.store.jdbc;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.conformance.server.ServerConformance;
import io.lockgraft.spi.Capabilities;

/** A database keeps what a store promises. */
abstract class JdbcConformance extends ServerConformance {
    @Override
    protected abstract Database server();

    @Override
    protected final Opening opening(int port) {
        String url = server().url(port);
        return context -> new JdbcConfiguration(Database.settings(url, true)).open(context);
    }

    @Override
    protected final Capabilities capabilities() {
        return JdbcConfiguration.capabilities(server().settings(server().url()));
    }
}
