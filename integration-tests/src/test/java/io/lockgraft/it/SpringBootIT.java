package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A Spring Boot application in one fat jar: its own classes, those of a jar inside, and a service behind a proxy. */
class SpringBootIT {
    @TempDir
    private static Path folder;

    private static Path fatJar;

    @BeforeAll
    static void packTheApplication() throws Exception {
        List<Path> libraries = new ArrayList<>(BootJar.spring());
        String path = AppProcess.classes();
        Path nested = Sources.compile(
                Jvms.running(),
                "bootlib",
                folder.resolve("bootlib"),
                List.of("--release", "8", "-g", "-cp", path),
                Sources.EYE);
        libraries.add(BootJar.library(folder.resolve("stock.jar"), nested));
        for (Path library : libraries) {
            path += File.pathSeparator + library;
        }
        Path classes = Sources.compile(
                Jvms.running(), "boot", folder.resolve("boot"), List.of("--release", "8", "-g", "-cp", path));
        fatJar = BootJar.pack(folder, "com.example.boot.BootMain", classes, libraries);
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void classesOfTheFatJarAndOfTheJarsInsideAreLockedOnceEach(Jvm jvm) throws Exception {
        Path report = folder.resolve("report-" + jvm.version() + ".json");
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.launch(jvm, "-jar", fatJar.toString())
                        .options("-Xverify:all", "-Dlockgraft.report=" + report)
                        .eye(redis)
                        .rules("""
                                namespace: it
                                redis: {address: '%s'}
                                rules:
                                  - {name: pay, method: com.example.boot.PayService.pay(String), key: 'K:{key}'}
                                  - {name: secret, method: com.example.boot.PayService.secret(String), key: 'K:{key}'}
                                  - {name: subtypes, method: com.example.boot.PayService+.self(String), key: 'K:{key}'}
                                  - {name: nested, method: com.example.lib.Stock.take(Stock.Item), key: \
                                'K:nested-jar-{item.code}'}
                                """.formatted(redis.address()))
                        .start()) {
            app.succeeds(Duration.ofSeconds(120));

            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly(
                            "proxied by CGLIB: true",
                            "[proxied locked, private-proxied locked]",
                            "[by-self locked, private-by-self locked]",
                            "nested-jar-1 locked");
            // The proxy's own methods are synthetic to no compiler, but only pass on what the locked one does.
            assertThat(report).content().doesNotContain("CGLIB$$");
            assertThat(Complaints.in(app.errors())).isEmpty();
        }
    }
}
