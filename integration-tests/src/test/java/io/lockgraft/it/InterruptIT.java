package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An interrupt may come at any moment: it ends the wait, and leaves no key behind. */
@Shows("an interrupt at any moment")
class InterruptIT {
    private static final int CALLS = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    /** Of all tests of a run: their calls are interrupted at the same moments, whoever locks. */
    private static final long SEED = Long.getLong("lockgraft.interrupt.seed", System.nanoTime() % 1_000_000);

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void interruptsAtEveryMomentLeaveNoKeyBehind(Jvm jvm) throws Exception {
        leavesNothing(jvm, Kind.EXCLUSIVE, "agent");
    }

    /** Whoever holds it meanwhile excludes them: a writer the readers, and readers a writer. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EXCLUSIVE")
    @Tag("whole")
    void norOfAnyOtherKind(Kind kind) throws Exception {
        // The client beside cannot keep anybody out of a semaphore.
        leavesNothing(Jvms.running(), kind, kind == Kind.SEMAPHORE ? "agent alone" : "agent");
    }

    /** They share what the first of them has been granted, and the last of them gives it back. */
    @Test
    @Tag("whole")
    void norOfReadersBesideReaders() throws Exception {
        Consumer<RulesText> rules = text -> {
            for (String method : new String[] {"declared(String)", "undeclared(String)", "hold(..)"}) {
                Kind.READ.lockAlways(text, "Patient." + method);
            }
        };
        leavesNothing(
                Jvms.running(),
                "readers beside readers",
                "agent alone",
                rules,
                witness -> assertThat(keys())
                        .as("some readers met")
                        .anySatisfy(
                                key -> assertThat(witness.of(key).overlaps()).isNotEmpty()));
    }

    private static void leavesNothing(Jvm jvm, Kind kind, String how) throws Exception {
        Consumer<RulesText> rules = text -> {
            kind.lockAlways(text, "Patient.declared(String)");
            // Whoever waits for a call of its own JVM asks Redis all the same, as by hand.
            kind.lockAlways(text, "Patient.undeclared(String)", kind == Kind.FAIR ? "onBusy: throw" : "handoff: off");
            kind.lockOutAlways(text, "Patient.hold(..)");
        };
        leavesNothing(jvm, kind.name(), how, rules, witness -> {
            for (String key : keys()) {
                assertThat(witness.of(key).overlaps()).isEmpty();
                assertThat(witness.of(key).counter()).isEqualTo(witness.of(key).calls());
            }
        });
    }

    private static void leavesNothing(
            Jvm jvm, String what, String how, Consumer<RulesText> rules, Consumer<WitnessServer> seen)
            throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess app = start(jvm, redis, witness, how, with -> with.rules(rules(redis, rules)))) {
            app.awaitReady(PATIENCE);

            // The process lives on, and the lease is long: only a release makes a key go.
            Orphans.none(redis, app);
            tell("a locked method (" + what + ") on " + jvm, 0, app);
            assertThat(app.process().output()).as("seed %d", SEED).noneMatch(line -> line.startsWith("wrong"));
            assertThat(app.process().output()).as("some calls were declined").doesNotContain("declined 0");
            seen.accept(witness);
            app.end();
        }
    }

    /** Is the test above worth something? The same moments leave keys behind where Redisson's own lock is used. */
    @Test
    @Tag("whole")
    void theSameInterruptsLeaveKeysBehindThatAreLockedByHand() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess app = start(Jvms.running(), redis, witness, "hand", with -> with)) {
            app.awaitReady(PATIENCE);
            Thread.sleep(2_000); // for whatever it may still release by itself

            Set<String> left = redis.keys("it:K:A*");
            String version = app.process().output().stream()
                    .filter(line -> line.startsWith("redisson"))
                    .collect(Collectors.joining());
            tell("RLock.tryLock of " + version + " on " + Jvms.running(), left.size(), app);
            assertThat(left).isNotEmpty();
        }
    }

    private static String rules(RedisServer redis, Consumer<RulesText> rules) {
        RulesText text = RulesText.on(redis.address(), "wait: 30s, lease: 5m");
        rules.accept(text);
        return text.toString();
    }

    /** One for each call. */
    private static List<String> keys() {
        return IntStream.range(0, CALLS).mapToObj(i -> "A" + i).collect(Collectors.toList());
    }

    private static StageProcess start(
            Jvm jvm, RedisServer redis, WitnessServer witness, String how, UnaryOperator<AppProcess.Builder> with)
            throws Exception {
        return StageProcess.begin(
                with.apply(AppProcess.of(jvm, "Stage", "InterruptApp", how, redis.address(), "A", "" + CALLS, "" + SEED)
                        .withNewestRedisson()
                        .witness(witness)));
    }

    private static void tell(String what, int left, StageProcess app) {
        String became = app.process().output().stream()
                .filter(line -> line.startsWith("ran") || line.startsWith("declined"))
                .collect(Collectors.joining(", "));
        System.out.println("==== interrupts, seed " + SEED + ": " + CALLS + " calls of " + what + " left " + left
                + " keys behind (" + became + ")");
    }
}
