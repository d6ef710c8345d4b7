package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results that describe work, in several JVMs: one subscription at a time, whatever the library. */
@Timeout(240)
@Shows("a `Mono`, `Flux` or other publisher is subscribed to, cancelled, fails, or is empty")
class ReactiveIT {
    private static final int JVMS = 2;
    private static final int SUBSCRIPTIONS = 64;

    @TempDir
    private Path folder;

    @Test
    void subscriptionsToAMonoNeverOverlap() throws Exception {
        countAlone("Reactor", "mono");
    }

    @ParameterizedTest
    @Tag("whole")
    @CsvSource({
        "Reactor, flux",
        "RxJava2, flowable",
        "RxJava2, observable",
        "RxJava2, single",
        "RxJava2, maybe",
        "RxJava2, completable",
        "RxJava3, flowable",
        "RxJava3, observable",
        "RxJava3, single",
        "RxJava3, maybe",
        "RxJava3, completable",
        "Mutiny, uni",
        "Mutiny, multi",
    })
    void subscriptionsToAnyOtherTypeNeverOverlap(String library, String type) throws Exception {
        countAlone(library, type);
    }

    @Test
    @Shows("Spring begins a reactive transaction with each subscription, behind a proxy")
    void theTransactionThatBeginsWithASubscriptionIsOverWhenTheNextOneBegins() throws Exception {
        countAlone("Spring", "mono");
    }

    private void countAlone(String library, String type) throws Exception {
        String libraries = Libraries.path(
                "reactor-core-",
                "reactive-streams-",
                "rxjava-2",
                "rxjava-3",
                "mutiny-1",
                "smallrye-",
                "spring-core-",
                "spring-jcl-",
                "spring-beans-",
                "spring-context-",
                "spring-aop-",
                "spring-tx-");
        String path = Sources.classPath("reactive", folder.resolve("classes"), libraries);
        List<AppProcess> counting = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer()) {
            String rules = RulesText.on(redis.address(), "wait: 60s, lease: 20s")
                    .lock("Of" + library + "." + type + "(String)")
                    .toString();
            try {
                for (int i = 0; i < JVMS; i++) {
                    counting.add(AppProcess.launch(
                                    Jvms.running(),
                                    "-cp",
                                    path,
                                    "com.example.app.ReactiveApp",
                                    library,
                                    type,
                                    "A",
                                    "" + JVMS,
                                    "" + SUBSCRIPTIONS)
                            .rules(rules)
                            .witness(witness)
                            .start());
                }
                for (AppProcess each : counting) {
                    each.succeeds(Duration.ofMinutes(3));
                    assertThat(Complaints.in(each.errors())).noneMatch(line -> line.contains("[lockgraft]"));
                }
                WitnessServer.Watch seen = witness.of("A");
                assertThat(seen.overlaps()).isEmpty();
                assertThat(seen.calls()).isEqualTo(JVMS * SUBSCRIPTIONS);
                assertThat(seen.counter()).isEqualTo(seen.calls());
                Leftovers.awaitNone(redis);
            } finally {
                for (AppProcess each : counting) {
                    each.close();
                }
            }
        }
    }
}
