package io.lockgraft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The check that asks the stores. */
@Timeout(120)
final class ConnectTest {
    private static final String RULES = "rules: [{method: com.shop.Pay.pay(String), key: 'PAY:{p0}'}]\n";

    private static RedisServer redis;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        if (redis != null) { // the quick form starts none
            redis.close();
        }
    }

    @BeforeEach
    void openTerminal() {
        terminal = new Terminal(folder);
    }

    private String dead() {
        return "redis://127.0.0.1:" + Ports.free();
    }

    @Test
    void aStoreThatCanBeUsedIsOneLine() {
        String file = terminal.rules("redis: {address: '" + redis.address() + "'}\n" + RULES);

        assertThat(terminal.run("check", "--connect", file)).as(terminal.out()).isZero();

        assertThat(terminal.out().lines()).hasSize(2);
        assertThat(terminal.out().lines().findFirst().orElseThrow())
                .startsWith("store (" + redis.address() + "): for all hosts, any lease, fence tokens, in order, a dead"
                        + " JVM's locks end with the lease; locks are kept on ")
                .containsPattern("\\((Redis|Valkey) [0-9.]+\\)")
                .containsPattern("; a lock was taken and given back in [0-9]+\\.[0-9] ms$");
        assertThat(terminal.out()).endsWith(": 1 rule, no mistakes" + System.lineSeparator());
        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    @FailsWithout("`FileStore#probe` tells of a folder that it has made")
    void aFolderThatHadToBeMadeIsToldOnce() {
        String file = terminal.rules("file: {folder: lokcs}\n" + RULES);

        assertThat(terminal.run("check", file, "--connect")).as(terminal.out()).isZero();
        assertThat(terminal.out()).contains("made the folder " + folder.resolve("lokcs") + ", it was missing");

        assertThat(terminal.run("check", file, "--connect")).as(terminal.out()).isZero();
        assertThat(terminal.out()).doesNotContain("made the folder");
    }

    @Test
    @FailsWithout("`Verdict#with` counts a store that cannot be used as a mistake of the file")
    @FailsWithout("`StoreFailure#told` says what to do where nothing listens at the address")
    void aStoreThatCannotBeUsedIsAMistakeAndTheOthersAreToldAllTheSame() throws Exception {
        Files.createDirectory(folder.resolve("locks"));
        String dead = dead();
        String file = terminal.rules("""
                stores:
                  host: {file: {folder: locks}}
                  here: {memory: {}}
                  gone: {redis: {address: "%s"}}
                rules: [{method: com.shop.Pay.pay(String), key: 'PAY:{p0}', store: host}]
                """.formatted(dead));

        assertThat(terminal.run("check", file, "--connect")).isEqualTo(1);

        assertThat(terminal.out())
                .contains("store 'host' (the files of " + folder.resolve("locks") + "): for one host, any lease, fence"
                        + " tokens, in order, a dead JVM's locks end at once; a lock was taken and given back in ")
                .contains("store 'here' (the memory of this JVM): for one JVM")
                .contains(file + ": store 'gone' (" + dead + ") cannot be used: ")
                .containsPattern("Connection refused.*; start the server, or correct its address in the file\\R")
                .contains(": 1 rule, 1 mistake");
    }

    @Test
    void jsonHasTheStores() {
        String file = terminal.rules("stores: {here: {memory: {}}, gone: {redis: {address: '" + dead() + "'}}}\n"
                + RULES.replace("key:", "store: here, key:"));

        assertThat(terminal.run("check", file, "--connect", "--json")).isEqualTo(1);

        Map<String, Object> json = new Yaml().load(terminal.out());
        assertThat(json).containsEntry("mistakes", 1);
        assertThat((List<?>) json.get("stores"))
                .extracting(each -> (Object) ((Map<?, ?>) each).get("usable"))
                .isEqualTo(List.of(true, false));
        assertThat((List<?>) json.get("problems")).hasSize(1);
    }

    @Test
    void noPasswordIsShown() {
        redis.command("ACL", "SETUSER", "shop", "on", ">open-sesame", "~*", "&*", "+@all");
        String file = terminal.rules(
                "redis: {address: '" + redis.address() + "', username: shop, password: open-sesame-not}\n" + RULES);

        assertThat(terminal.run("check", file, "--connect")).isEqualTo(1);

        assertThat(terminal.out())
                .contains("correct redis.username and redis.password")
                .doesNotContain("sesame");
    }

    @Test
    void withoutTheOptionNoStoreIsAsked() {
        String file = terminal.rules("redis: {address: '" + dead() + "'}\n" + RULES);

        assertThat(terminal.run("check", file)).isZero();
    }

    @Test
    void aFileWithMistakesOpensNoStore() {
        String file = terminal.rules("redis: {address: '" + dead() + "'}\n" + RULES.replace("key", "kee"));

        assertThat(terminal.run("check", file, "--connect")).isEqualTo(1);
        assertThat(terminal.out()).contains("kee").doesNotContain("cannot be used");
    }

    @Test
    void whatIsPassedOverCannotBeAsked() {
        String file = terminal.rules("redis: {address: '" + redis.address() + "'}\n" + RULES);

        assertThat(terminal.run("check", file, "--connect", "--ignore-unset")).isEqualTo(2);
        assertThat(terminal.err()).startsWith("--connect needs all that the rules file is filled with");
    }

    @Test
    @FailsWithout("`ApplicationLoader` finds the classes and the resources of jars inside of a jar")
    void aDriverIsTakenFromTheApplicationAlsoInASpringBootJar() {
        Application application = Application.in(folder);
        Path driver = application.compile("driver", """
                package com.example.db;
                import java.sql.*;
                import java.util.*;
                public class TestDriver implements Driver {
                    public Connection connect(String url, Properties login) throws SQLException {
                        try (java.io.InputStream in = TestDriver.class.getResourceAsStream("words.txt")) {
                            throw new SQLException(new Scanner(in).nextLine());
                        } catch (java.io.IOException e) {
                            throw new SQLException(e);
                        }
                    }
                    public boolean acceptsURL(String url) { return true; }
                    public DriverPropertyInfo[] getPropertyInfo(String url, Properties login) { return null; }
                    public int getMajorVersion() { return 1; }
                    public int getMinorVersion() { return 0; }
                    public boolean jdbcCompliant() { return false; }
                    public java.util.logging.Logger getParentLogger() { return null; }
                }
                """);
        byte[] inner = application
                .with("", driver)
                .with("com/example/db/words.txt", "no such host here")
                .bytes();
        Path pay =
                application.compile("pay", "package com.shop; public class Pay { public void pay(String order) {} }");
        Path jar = application
                .with("BOOT-INF/classes/", pay)
                .with("BOOT-INF/lib/driver.jar", inner)
                .jar("app.jar");
        String file =
                terminal.rules("jdbc: {url: 'jdbc:postgresql://db/shop', driver: com.example.db.TestDriver}\n" + RULES);

        assertThat(terminal.run("check", file, "--connect", "-cp", jar.toString()))
                .isEqualTo(1);
        assertThat(terminal.out())
                .contains("store (jdbc:postgresql://db/shop, table lockgraft) cannot be used: no such host here");

        assertThat(terminal.run("check", file, "--connect")).isEqualTo(1);
        assertThat(terminal.out())
                .contains("the class com.example.db.TestDriver is one of the application's; name these by --classpath"
                        + " 'app.jar:lib/*'");
    }
}
