package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A web application in Tomcat: classes of its own loader, pages that Tomcat compiles, and an end without a restart. */
class TomcatIT {
    private static final Path PAGES = Path.of("src/test/applications/webapp/pages");

    @TempDir
    private static Path folder;

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void classesAndPagesAreLockedAndTheLoaderGoesWithTheApplication(Jvm jvm) throws Exception {
        String libraries = Libraries.path("tomcat-", "ecj-");
        List<String> options =
                List.of("--release", "8", "-g", "-cp", libraries + File.pathSeparator + AppProcess.classes());
        Path classes = Sources.compile(Jvms.running(), "tomcat", folder.resolve("classes"), options);
        Path webapp = webapp(options);
        String path = String.join(File.pathSeparator, classes.toString(), AppProcess.classes(), libraries);
        Path base = Files.createDirectories(folder.resolve("base-" + jvm.version()));

        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.launch(
                                jvm,
                                "-cp",
                                path,
                                "com.example.tomcat.TomcatMain",
                                base.toString(),
                                webapp.toString(),
                                "/shop?no=1",
                                "/shop?no=2",
                                "/page.jsp?page=7")
                        .options("-Xverify:all")
                        .eye(redis)
                        .rules(rules(redis))
                        .start()) {
            app.succeeds(Duration.ofSeconds(120));

            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly(
                            "typed-1 locked, untyped-1 locked",
                            "typed-2 locked, untyped-2 locked",
                            "jsp-7 locked",
                            "deployment 1: collected",
                            "typed-1 locked, untyped-1 locked",
                            "typed-2 locked, untyped-2 locked",
                            "jsp-7 locked",
                            "deployment 2: collected");
        }
    }

    private static String rules(RedisServer redis) {
        return """
                namespace: it
                redis: {address: '%s'}
                rules:
                  - method: com.example.webapp.Shop.typed(Order)
                    key: K:typed-{order.no}
                    onBusy: {throw: com.example.webapp.ShopBusyException, message: 'order {order.no} is busy'}
                  - {method: com.example.webapp.Shop.untyped(Object), key: 'K:untyped-{order.no}'}
                  - {method: org.apache.jsp.*._jspService(..), key: "K:jsp-{request.getParameter('page')}"}
                """.formatted(redis.address());
    }

    private static Path webapp(List<String> options) throws Exception {
        Path webapp = folder.resolve("webapp");
        Path classes = webapp.resolve("WEB-INF/classes");
        if (Files.notExists(classes)) {
            Sources.compile(Jvms.running(), "webapp", classes, options);
            Files.copy(PAGES.resolve("web.xml"), webapp.resolve("WEB-INF/web.xml"));
            Files.copy(PAGES.resolve("page.jsp"), webapp.resolve("page.jsp"));
        }
        return webapp;
    }
}
