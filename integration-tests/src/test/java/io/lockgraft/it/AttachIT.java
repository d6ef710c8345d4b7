package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.VirtualMachine;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent comes to a JVM that runs already. */
@FailsWithout("`Sites#withdraw` and `ClassWeaver#MOVED_MONITORS` keep what a refused attach has woven from the rules"
        + " of the next one")
class AttachIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void fromThenOnItsCallsAreLocked(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = running(jvm, redis)) {
            String rules = RulesText.on(redis.address(), "wait: 60s")
                    .lock("Watched.look(String)")
                    .lock("Watched.monitor(String)")
                    .toString();

            attach(app, rules);
            Awaitility.await("the client connects by itself")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> String.valueOf(redis.command("CLIENT", "LIST")).contains("name=lockgraft"));
            app.tell("b");
            app.tell("names");
            app.tell("end");

            app.succeeds(Duration.ofSeconds(60));
            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly(
                            "ready",
                            "a-look without its lock: :0 as written",
                            "a-monitor without its lock: :0 with the monitor",
                            "b-look locked as written",
                            "b-monitor locked with the monitor",
                            "names: look key, monitor key");
            assertThat(app.errors())
                    .contains("2 rules, lock server redis://")
                    .contains("; attached: calls that are under way run without locks")
                    .contains("waits for the lock inside its monitor, because the class was loaded before the agent");
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void rulesThatDoNotFitAreRefusedAndTheApplicationGoesOn(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = running(jvm, redis)) {
            String rules = RulesText.on(redis.address(), "wait: 60s")
                    .lock("Watched.look(String)", "onBusy: {return: 42}")
                    .lock("Watched.monitr(String)")
                    .toString();

            isRefused(app, rules);
            app.tell("b");
            app.tell("names");
            app.tell("end");

            app.succeeds(Duration.ofSeconds(60));
            assertThat(app.output())
                    .as(app::toString)
                    .hasSize(6)
                    .contains("b-monitor without its lock: :0 with the monitor")
                    .contains("names: look key, monitor key");
            assertThat(app.errors())
                    .contains("ERROR Lockgraft")
                    .contains("Watched.look")
                    .contains("did you mean 'monitor'?");
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    void whatAnAttachThatWasRefusedHasWovenRunsWithoutLocksUntilTheNextWeavesIt(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.of(jvm, "BetweenStartsApp")
                        .options("-Xverify:all")
                        .eye(redis)
                        .start()) {
            awaitLines(app, 1);
            String refused = RulesText.on(redis.address(), "wait: 60s")
                    .lock("Watched.monitor(String)")
                    .lock("Watched.lok(String)")
                    .lockBy("key: K", "BetweenStartsApp.Whole+.work()")
                    .toString();
            isRefused(app, refused);
            app.tell("a");
            awaitLines(app, 3);
            attach(
                    app,
                    RulesText.on(redis.address(), "wait: 60s")
                            .lock("Watched.look(String)")
                            .toString());
            app.tell("b");
            awaitLines(app, 5);
            isRefused(app, refused);
            app.tell("end");

            app.succeeds(Duration.ofSeconds(60));
            assertThat(app.output())
                    .as(app::toString)
                    .containsExactly(
                            "ready",
                            "a-look without its lock: :0 as written",
                            "a-monitor without its lock: :0 with the monitor",
                            "b-look locked as written",
                            "b-monitor without its lock: :0 with the monitor",
                            "end of com.example.app.BetweenStartsApp$Part");
            assertThat(app.errors())
                    .contains("the class com.example.app.Watched stays woven, and its methods run without locks")
                    .contains("Lockgraft is in this JVM already");
        }
    }

    private AppProcess running(Jvm jvm, RedisServer redis) throws Exception {
        AppProcess app = AppProcess.of(jvm, "WatchedApp")
                .options("-Xverify:all")
                .eye(redis)
                .start();
        app.tell("a");
        awaitLines(app, 3);
        return app;
    }

    private static void awaitLines(AppProcess app, int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> app.output().size() == count);
    }

    /** As whoever attaches it is told: jcmd prints {@code return code: 102}. */
    private void isRefused(AppProcess app, String rules) {
        Throwable told = catchThrowable(() -> attach(app, rules));
        if (told instanceof AgentLoadException) {
            assertThat(told).as("by a Java 8").hasMessage("102");
        } else {
            assertThat(told).isInstanceOf(AgentInitializationException.class);
        }
    }

    private void attach(AppProcess app, String rules) throws Exception {
        Path file = Files.writeString(folder.resolve("rules.yaml"), rules);
        VirtualMachine machine = VirtualMachine.attach(String.valueOf(app.pid()));
        try {
            machine.loadAgent(AppProcess.jar().getCanonicalPath(), file.toString());
        } catch (AgentLoadException e) {
            // Java 8 says 0 when all is well, which the tools of newer Javas do not take for that.
            if (!"0".equals(e.getMessage())) {
                throw e;
            }
        } finally {
            machine.detach();
        }
    }
}
