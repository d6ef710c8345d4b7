package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.ensemble.ConsulServers;
import io.lockgraft.testing.ensemble.EtcdServers;
import io.lockgraft.testing.ensemble.ZooKeeperServers;
import io.lockgraft.testing.server.RedisServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A JVM pays for the store that it uses: of the others it loads what their settings are called, and no more. */
@Timeout(120)
class OneStoreIT {
    private static final Pattern OF_A_STORE = Pattern.compile(
            "(?<=^|[ \\]])(io\\.lockgraft\\.store|io\\.netty|org\\.redisson|org\\.apache\\.(zookeeper|jute))"
                    + "\\.[\\w.$]+");

    /** The names of all settings are read at each start, so that a wrong one is told. */
    private static final String OF_EVERY_START = "io\\.lockgraft\\.store\\.(BundledStores|[\\w.]+(Provider|Tables))";

    private static final List<String> CLIENTS_OF_REDIS =
            List.of("org.redisson.", "io.netty.", "io.lockgraft.store.log.");
    private static final List<String> CLIENTS_OF_ZOOKEEPER =
            List.of("org.apache.zookeeper.", "org.apache.jute.", "io.netty.", "io.lockgraft.store.log.");
    /** A file's lock is the whole JVM's. Its calls exclude each other in memory. */
    private static final List<String> WITHIN_A_JVM = List.of("io.lockgraft.store.memory.");

    private static final List<String> HTTP = List.of("io.lockgraft.store.http.");

    @TempDir
    private Path folder;

    @Test
    void memoryLoadsNoOtherStore() throws Exception {
        loadsNothingElse("memory", "{}", List.of());
    }

    @Test
    void fileLoadsNoOtherStore() throws Exception {
        loadsNothingElse("file", "{folder: '" + folder + "'}", WITHIN_A_JVM);
    }

    @Test
    void redisLoadsNoOtherStore() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            loadsNothingElse("redis", "{address: '" + server.address() + "'}", CLIENTS_OF_REDIS);
        }
    }

    @Test
    void zookeeperLoadsNoOtherStore() throws Exception {
        try (ZooKeeperServers server = ZooKeeperServers.start(1)) {
            loadsNothingElse("zookeeper", "{connect: '" + server.connect() + "'}", CLIENTS_OF_ZOOKEEPER);
        }
    }

    @Test
    void etcdLoadsNoOtherStore() throws Exception {
        try (EtcdServers server = EtcdServers.start(1)) {
            loadsNothingElse("etcd", "{endpoints: ['http://127.0.0.1:" + server.port(0) + "']}", HTTP);
        }
    }

    @Test
    void consulLoadsNoOtherStore() throws Exception {
        try (ConsulServers server = ConsulServers.start(1)) {
            loadsNothingElse("consul", "{address: 'http://127.0.0.1:" + server.port(0) + "'}", HTTP);
        }
    }

    @Test
    void jdbcLoadsNoOtherStore() throws Exception {
        try (EmbeddedPostgres server = LedgerDatabase.startPostgreSql()) {
            String driver = Libraries.path("postgresql-");
            String url = server.getJdbcUrl("postgres", "postgres");
            loadsNothingElse("jdbc", "{url: '" + url + "', createTable: true, driver: '" + driver + "'}", List.of());
        }
    }

    /** @param clients how the names of the classes begin that the store shares with others, or brings */
    private static void loadsNothingElse(String store, String settings, List<String> clients) throws Exception {
        try (AppProcess app = AppProcess.of(Jvms.running(), "JobApp", "A")
                .options("-verbose:class")
                .rules("""
                        namespace: it
                        %s: %s
                        rules: [{method: com.example.app.JobApp.work(String), key: 'K:{p0}'}]
                        """.formatted(store, settings))
                .start()) {
            app.succeeds(Duration.ofMinutes(1));
            assertThat(app.output()).contains("worked on A");

            Set<String> foreign = loaded(app.output());
            String own = "io.lockgraft.store." + store + '.';
            assertThat(foreign).as("what the store loads of itself").anyMatch(name -> name.startsWith(own));
            foreign.removeIf(name -> name.startsWith(own)
                    || name.matches(OF_EVERY_START)
                    || clients.stream().anyMatch(name::startsWith));
            assertThat(foreign).as("classes of other stores than " + store).isEmpty();
        }
    }

    private static Set<String> loaded(List<String> output) {
        Set<String> loaded = new TreeSet<>();
        for (String line : output) {
            Matcher name = OF_A_STORE.matcher(line);
            if (name.find()) {
                loaded.add(name.group());
            }
        }
        return loaded;
    }
}
