package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the real jar keeps with each store: two JVMs that share locks on its real server. */
@Timeout(240)
abstract class StoreInJar {
    private static final int JVMS = 2;
    private static final int THREADS = 4;
    private static final int CALLS = 25;
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(5);

    /** The mapping of the rules file that names the store, and nothing else. */
    abstract String store();

    /** What the line of the start calls it. */
    abstract String told();

    /** The same store; with a lease of 4 s it frees the locks of a dead JVM {@link #freed} later at most. */
    abstract String storeOfShortLeases();

    /** What the store declares for that. */
    abstract Duration freed();

    /** What the store has of calls that hold a lock or wait for one. */
    abstract Collection<String> left() throws Exception;

    /** Gives the application what it needs for this store. */
    AppProcess.Builder prepare(AppProcess.Builder app) {
        return app;
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    final void jvmsExcludeEachOther(Jvm jvm) throws Exception {
        List<String> logs = count(jvm, store());

        assertThat(logs).allSatisfy(log -> assertThat(log).contains("lock server " + told()));
        awaitNothingLeft();
    }

    @Test
    final void theKeyOfAJvmThatIsKilledIsFreeWithinTheTimeThatIsDeclared() throws Exception {
        try (WitnessServer witness = new WitnessServer();
                StageProcess holder = stage(witness);
                StageProcess other = stage(witness)) {
            holder.call("Desk.hold", "A").awaitBody();
            StageProcess.Call waiting = other.call("Desk.hold", "A");
            other.awaitAtTheGate(1);
            assertThat(waiting.bodyRan()).isFalse();

            long killed = System.nanoTime();
            holder.process().kill();
            Duration waited = Duration.ofNanos(waiting.awaitBody().bodyAt() - killed);

            assertThat(waited).isLessThan(freed().plus(BUSY_MACHINE));
            assertThat(waiting.finish().awaitEnd().result()).isEqualTo("held String");
            assertThat(other.stuck()).isEmpty();
            awaitNothingLeft();
        }
    }

    @Test
    final void aFenceTokenReachesTheMethodAndGrowsFromJvmToJvm() throws Exception {
        try (WitnessServer witness = new WitnessServer();
                StageProcess one = stage(witness);
                StageProcess two = stage(witness)) {
            for (StageProcess each : List.of(one, two, one)) {
                StageProcess.Call write =
                        each.call("FencedStore.writeLater", "F").awaitBody();
                assertThat(write.finish().awaitEnd().result()).isEqualTo("written String");
            }

            assertThat(witness.of("F").tokens())
                    .hasSize(3)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .allMatch(token -> token > 0);
            awaitNothingLeft();
        }
    }

    /** What the column of leases shows, as a pattern. A store of sessions tells no lease. */
    String shownLease() {
        return "-";
    }

    /** The same of a JVM that was killed; null where a session takes its locks with it. */
    String shownLeaseOfTheDead() {
        return shownLease().equals("-") ? null : shownLease();
    }

    /** What the commands need for this store. */
    String[] commandOptions() {
        return new String[0];
    }

    @Test
    final void aKeyIsShownAndTakenAwayAndNotTakenAgain() throws Exception {
        try (TakenAway scene = new TakenAway(storeOfShortLeases(), this::prepare, commandOptions())) {
            scene.run(shownLease());
            if (shownLeaseOfTheDead() == null) {
                scene.finish();
            } else {
                scene.killHolder(shownLease(), shownLeaseOfTheDead());
            }
        }
        awaitNothingLeft();
    }

    /** Counts in two JVMs, which must not lose an update. Returns what they have written to their logs. */
    final List<String> count(Jvm jvm, String store) throws Exception {
        List<AppProcess> counting = new ArrayList<>();
        List<String> logs = new ArrayList<>();
        try (WitnessServer witness = new WitnessServer()) {
            for (int i = 0; i < JVMS; i++) {
                AppProcess.Builder app = AppProcess.of(jvm, "CounterApp", "A", "" + JVMS, "" + THREADS, "" + CALLS);
                counting.add(
                        prepare(app.rules(rules(store, "20s"))).witness(witness).start());
            }
            for (AppProcess each : counting) {
                each.succeeds(Duration.ofMinutes(3));
                logs.add(each.errors());
            }
            WitnessServer.Watch seen = witness.of("A");
            assertThat(seen.overlaps()).isEmpty();
            assertThat(seen.calls()).isEqualTo(JVMS * THREADS * CALLS);
            assertThat(seen.counter()).isEqualTo(seen.calls());
            return logs;
        } finally {
            for (AppProcess each : counting) {
                each.close();
            }
        }
    }

    final StageProcess stage(WitnessServer witness, String... options) throws Exception {
        AppProcess.Builder app =
                AppProcess.of(Jvms.running(), "Stage").options(options).rules(rules(storeOfShortLeases(), "4s"));
        return StageProcess.start(prepare(app).witness(witness));
    }

    static String rules(String store, String lease) {
        return """
                namespace: it
                %s
                defaults: {wait: 60s, lease: %s}
                rules:
                  - {method: com.example.app.Counter.add(String), key: 'K:{p0}'}
                  - {method: com.example.app.Desk.hold(String), key: 'K:{p0}'}
                  - {method: com.example.app.FencedStore.writeLater(String), key: 'K:{p0}', lock: fenced}
                """.formatted(store, lease);
    }

    /** Releases may be under way still, and the place of a dead waiter ends by its time. */
    private void awaitNothingLeft() {
        await("nothing left behind")
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(left()).isEmpty());
    }
}
