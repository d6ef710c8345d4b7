package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An application that a policy grants next to nothing still gets its locks; Java 8 to 23 can have a SecurityManager.
 */
class SecurityManagerIT {
    @TempDir
    private Path folder;

    static List<Jvm> withSecurityManager() {
        return Jvms.extremes().stream().filter(jvm -> jvm.version() < 24).toList();
    }

    @ParameterizedTest
    @MethodSource("withSecurityManager")
    @FailsWithout("`HiddenClasses#lookAfter` looks with the agent's own rights, whatever the security policy is")
    void theAgentWorksWithItsOwnRightsNotWithTheApplications(Jvm jvm) throws Exception {
        // All that the application's own bodies need to look into the lock server and to make a class loader.
        Path policy = Files.writeString(folder.resolve("application.policy"), """
                grant codeBase "file:%s/-" {
                    permission java.util.PropertyPermission "redis.port", "read";
                    permission java.net.SocketPermission "*", "connect,resolve";
                    permission java.util.PropertyPermission "guest.classes", "read";
                    permission java.lang.RuntimePermission "createClassLoader";
                    permission java.io.FilePermission "%s/-", "read";
                };
                grant codeBase "file:%s" {
                    permission java.security.AllPermission;
                };
                """.formatted(
                AppProcess.classes(), AppProcess.classes(), AppProcess.jar().getCanonicalPath()));
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(jvm, "GuardedApp")
                        .options(
                                "-Djava.security.manager",
                                "-Djava.security.policy==" + policy,
                                "-Dguest.classes=file:" + AppProcess.classes() + "/")
                        .eye(redis)
                        .rules("""
                                namespace: it
                                redis: {address: '%s'}
                                rules:
                                  - {name: typed, method: com.example.app.GuardedApp.look(GuardedApp.Order), key: \
                                'K:typed-{p0.no}'}
                                  - {name: untyped, method: com.example.app.GuardedApp.dynamic(Object), key: \
                                'K:untyped-{p0.no}'}
                                  - {name: guest, method: com.example.app.GuardedApp.Guest.look(String), key: \
                                'K:guest-{p0}'}
                                """.formatted(redis.address()))
                        .start()) {
            app.succeeds(Duration.ofSeconds(60));
            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly(
                            "guarded", "typed-1 locked", "untyped-1 locked", "typed-2 locked", "guest-3 locked");
        }
    }

    @ParameterizedTest
    @MethodSource("withSecurityManager")
    void withoutTheGrantTheJvmDoesNotStartAndSaysWhichItNeeds(Jvm jvm) throws Exception {
        Path policy = Files.writeString(folder.resolve("application.policy"), "grant {};");
        try (AppProcess app = AppProcess.of(jvm, "GuardedApp")
                .options("-Djava.security.manager", "-Djava.security.policy==" + policy)
                .rules("rules: []")
                .start()) {
            assertThat(app.exitCode(Duration.ofSeconds(60))).isEqualTo(78);
            assertThat(app.output()).isEmpty();
            assertThat(app.errors())
                    .contains("[lockgraft] ERROR Lockgraft cannot start: the security policy does not let it: "
                            + "access denied")
                    .contains("Add to the policy: grant codeBase \"file:/path/to/lockgraft.jar\""
                            + " { permission java.security.AllPermission; };")
                    .doesNotContain("\tat ");
        }
    }
}
