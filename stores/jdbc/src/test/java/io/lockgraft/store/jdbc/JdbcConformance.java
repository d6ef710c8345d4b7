package io.lockgraft.store.jdbc;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.testing.server.TcpProxy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

/** A database keeps what a store promises. Each test has a network of its own to the one server of its class. */
abstract class JdbcConformance extends StoreConformance {
    private final Database database = database();
    private final TcpProxy network = new TcpProxy(database.port());

    abstract Database database();

    @AfterEach
    final void hangUp() {
        network.close();
    }

    private String url() {
        return database.url(Integer.parseInt(network.address().replaceAll(".*:", "")));
    }

    @Override
    protected Opening opening() {
        String url = url();
        return context -> new JdbcConfiguration(Database.settings(url, true)).open(context);
    }

    @Override
    protected Capabilities capabilities() {
        return JdbcConfiguration.capabilities(database.settings(url()));
    }

    @Override
    protected boolean isHeld(String key) throws Exception {
        return database.isHeld(key);
    }

    @Override
    protected Set<String> leftOf(List<String> keys) throws Exception {
        return database.left(keys);
    }

    @Override
    protected void delete(String key) throws Exception {
        database.delete(key);
    }

    @Override
    protected void freeze() {
        network.cut();
    }

    @Override
    protected void thaw() {
        network.deliver();
    }
}
