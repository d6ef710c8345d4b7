package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockgraft.testing.server.RedisServer;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A WildFly of its own, by the script and the configuration that it comes with. What a user adds to the end of
 * standalone.conf is all that it gets; only the folder of the server and its ports are others.
 */
final class WildFlyServer implements AutoCloseable {
    private static final String DEPLOYED = "ledger.war.deployed";
    private static final String FAILED = "ledger.war.failed";

    private final HttpClient http = HttpClient.newHttpClient();
    private final AppProcess process;
    private final Path deployments;
    private final int port = RedisServer.freePort();

    private WildFlyServer(Path folder, Path war, LedgerDatabase database, String options) throws IOException {
        Path base = folder.resolve("standalone");
        deployments = Files.createDirectories(base.resolve("deployments"));
        copy(home().resolve("standalone/configuration"), base.resolve("configuration"));
        copy(war, deployments.resolve("ledger.war"));
        Path driver = Libraries.jars("postgresql-").get(0);
        Files.copy(driver, deployments.resolve(driver.getFileName()));
        Files.writeString(
                deployments.resolve("ledger-ds.xml"),
                "<datasources>"
                        + dataSource("ReadCommitted", "READ_COMMITTED", driver, database)
                        + dataSource("RepeatableRead", "REPEATABLE_READ", driver, database)
                        + "</datasources>");
        Files.createFile(deployments.resolve("ledger.war.dodeploy"));
        Path settings = Files.writeString(
                folder.resolve("standalone.conf"),
                ". '" + home().resolve("bin/standalone.conf") + "'\n" + "JAVA_OPTS=\"$JAVA_OPTS " + options + "\"\n");
        process = AppProcess.script(
                        "sh",
                        home().resolve("bin/standalone.sh").toString(),
                        "-Djboss.server.base.dir=" + base,
                        "-Djboss.http.port=" + port,
                        "-Djboss.https.port=" + RedisServer.freePort(),
                        "-Djboss.management.http.port=" + RedisServer.freePort(),
                        "-Djboss.tx.node.id=" + folder.getFileName())
                .environment(Map.of(
                        "JAVA_HOME", Jvms.running().home().toString(),
                        "JBOSS_HOME", home().toString(),
                        "RUN_CONF", settings.toString()))
                .start();
    }

    /** Where the build has unpacked it: in the whole suite only, for it is large. */
    static Path home() {
        String home = System.getProperty("lockgraft.test.wildfly");
        assertThat(home)
                .as("lockgraft.test.wildfly is set by the build; run the tests by mvn verify -Pwhole")
                .isNotNull();
        return Path.of(home);
    }

    /** It runs on no other. */
    static void assumeItsJvm() {
        assumeThat(Jvms.running().version())
                .as("WildFly 31 is for Java 11 to 21")
                .isBetween(11, 21);
    }

    /** The APIs of Jakarta EE that it brings, as a class path. */
    static String apis() throws IOException {
        try (Stream<Path> files = Files.walk(home().resolve("modules/system/layers/base/jakarta"))) {
            return String.join(
                    File.pathSeparator,
                    files.map(Path::toString)
                            .filter(name -> name.endsWith(".jar"))
                            .toList());
        }
    }

    /**
     * Begins to start it.
     *
     * @param folder an empty one, whose name is that of the server among those of one database
     * @param war an unpacked web application
     * @param options of its JVM
     */
    static WildFlyServer start(Path folder, Path war, LedgerDatabase database, String... options) throws IOException {
        return new WildFlyServer(Files.createDirectories(folder), war, database, String.join(" ", options));
    }

    WildFlyServer awaitDeployment() {
        Awaitility.await("the application")
                .atMost(Duration.ofMinutes(5))
                .until(() -> !process.isAlive() || isThere(DEPLOYED) || isThere(FAILED));
        assertThat(isThere(DEPLOYED)).as(this::toString).isTrue();
        return this;
    }

    /** What its application answers to this request. */
    CompletableFuture<String> get(String page, Map<String, String> parameters) {
        String query = String.join(
                "&",
                parameters.entrySet().stream()
                        .map(each -> each.getKey() + '=' + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                        .toList());
        URI address = URI.create("http://127.0.0.1:" + port + "/ledger/" + page + '?' + query);
        return http.sendAsync(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> {
                    assertThat(response.statusCode())
                            .as(() -> response.body() + "\n" + this)
                            .isEqualTo(200);
                    return response.body();
                });
    }

    private boolean isThere(String marker) {
        return Files.exists(deployments.resolve(marker));
    }

    private static String dataSource(String name, String isolation, Path driver, LedgerDatabase database) {
        return """
                <datasource jndi-name="java:jboss/datasources/%s" pool-name="%s" jta="true">
                  <connection-url>%s</connection-url>
                  <driver>%s</driver>
                  <transaction-isolation>TRANSACTION_%s</transaction-isolation>
                  <security><user-name>postgres</user-name></security>
                </datasource>
                """.formatted(name, name, database.url().replace("&", "&amp;"), driver.getFileName(), isolation);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path each : files.toList()) {
                Files.copy(each, to.resolve(from.relativize(each).toString()));
            }
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.close();
    }

    @Override
    public String toString() {
        return process.toString();
    }
}
