package io.lockgraft.it;

import io.lockgraft.testing.ensemble.ConsulServers;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The real jar, with its locks in Consul. */
class ConsulIT extends StoreInJar {
    private static ConsulServers server;

    @BeforeAll
    static void start() {
        server = ConsulServers.start(1);
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
        return "consul: {address: '" + address() + "'}";
    }

    @Override
    String told() {
        return "Consul at " + address() + ", under lockgraft";
    }

    @Override
    String storeOfShortLeases() {
        return "consul: {address: '" + address() + "', sessionTtl: 4s}";
    }

    /** Three times the TTL; a waiter looks every two seconds. */
    @Override
    Duration freed() {
        return Duration.ofSeconds(3 * 4 + 2);
    }

    @Override
    String shownLeaseOfTheDead() {
        return "over";
    }

    @Override
    Collection<String> left() throws IOException {
        URL keys = URI.create(address() + "/v1/kv/lockgraft/locks/?keys").toURL();
        try (InputStream answer = keys.openStream()) {
            return List.of(new String(answer.readAllBytes(), StandardCharsets.UTF_8));
        } catch (FileNotFoundException noSuchKey) {
            return List.of();
        }
    }
}
