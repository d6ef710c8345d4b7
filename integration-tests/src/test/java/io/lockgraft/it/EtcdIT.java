package io.lockgraft.it;

import io.lockgraft.testing.ensemble.EtcdServers;
import java.time.Duration;
import java.util.Collection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The real jar, with its locks in etcd. */
class EtcdIT extends StoreInJar {
    private static EtcdServers server;

    @BeforeAll
    static void start() {
        server = EtcdServers.start(1);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static String address() {
        return "http://127.0.0.1:" + server.port(0);
    }

    @Override
    String store() {
        return "etcd: {endpoints: ['" + address() + "']}";
    }

    @Override
    String told() {
        return "etcd at " + address() + ", keys lockgraft/";
    }

    @Override
    String storeOfShortLeases() {
        return store();
    }

    /** A lease, and up to a second more. */
    @Override
    Duration freed() {
        return Duration.ofSeconds(4 + 1);
    }

    @Override
    String shownLease() {
        return "[0-9.]+ s left";
    }

    @Override
    Collection<String> left() {
        return server.keys("lockgraft/locks/");
    }
}
