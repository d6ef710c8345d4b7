package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Controllers of Spring MVC whose answer comes later, in two JVMs. */
@Timeout(240)
@Shows("a controller of Spring MVC returns a `Callable` or a `DeferredResult`")
class MvcIT {
    private static final int JVMS = 2;

    @TempDir
    private Path folder;

    @Test
    void theLockIsHeldForACallableAndUntilADeferredResultIsSet() throws Exception {
        countAlone(8);
    }

    @Test
    @Tag("whole")
    void underManyRequestsTheSameAndUpdatesAreLostWhereTheLockEndsWithTheMethod() throws Exception {
        WitnessServer.Watch ended = countAlone(64);
        assertThat(ended.overlaps()).isNotEmpty();
        assertThat(ended.counter()).isLessThan(JVMS * 64);
    }

    /** Returns what was seen of the page whose lock ends with its method. */
    private WitnessServer.Watch countAlone(int requests) throws Exception {
        String libraries = Libraries.path(
                "tomcat-",
                "spring-core-",
                "spring-jcl-",
                "spring-beans-",
                "spring-context-",
                "spring-aop-",
                "spring-expression-",
                "spring-web");
        String path = Sources.classPath("mvc", folder.resolve("classes"), libraries);
        List<AppProcess> all = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer()) {
            String tills = "com.example.mvc.Tills.";
            String rules = RulesText.on(redis.address(), "wait: 60s, lease: 20s")
                    .lock(tills + "callable(String)")
                    .lock(tills + "deferred(String)")
                    .lock(tills + "ended(String)", "hold: {until: return}")
                    .lock(tills + "never(String)")
                    .lock(tills + "task(String)")
                    .lock(tills + "emitter(String)")
                    .toString();
            try {
                for (int i = 0; i < JVMS; i++) {
                    Path base = Files.createDirectories(folder.resolve("tomcat-" + i));
                    all.add(AppProcess.launch(
                                    Jvms.running(),
                                    "-cp",
                                    path,
                                    "com.example.mvc.MvcMain",
                                    base.toString(),
                                    "" + JVMS,
                                    "" + requests,
                                    "callable",
                                    "deferred",
                                    "ended")
                            .rules(rules)
                            .witness(witness)
                            .start());
                }
                for (AppProcess each : all) {
                    each.succeeds(Duration.ofMinutes(3));
                    // The second request of the same key waits for the end of the first one.
                    assertThat(each.output()).containsExactly("never 503", "never 503", "task 200", "emitter 200");
                    assertThat(each.errors())
                            .contains("it returns org.springframework.web.context.request.async.WebAsyncTask: the lock"
                                    + " ends when the method returns")
                            .contains("it returns org.springframework.web.servlet.mvc.method.annotation"
                                    + ".ResponseBodyEmitter: the lock ends when the method returns")
                            .doesNotContain("DeferredResult: the lock ends when the method returns, and the work may go"
                                    + " on until that is completed. Name");
                }
            } finally {
                for (AppProcess each : all) {
                    each.close();
                }
            }
            for (String page : List.of("callable", "deferred")) {
                WitnessServer.Watch seen = witness.of(page);
                assertThat(seen.overlaps()).as(page).isEmpty();
                assertThat(seen.counter()).as(page).isEqualTo(JVMS * requests);
            }
            Leftovers.awaitNone(redis);
            return witness.of("ended");
        }
    }
}
