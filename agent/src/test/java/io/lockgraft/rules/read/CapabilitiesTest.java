package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Reach;
import io.lockgraft.testing.FailsWithout;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rule that asks its store for more than that keeps is refused by name, with its place. */
final class CapabilitiesTest {
    private static final Capabilities ALL = Capabilities.of(Reach.NETWORK)
            .keeping(LockKind.values())
            .leases(1, Long.MAX_VALUE)
            .deadWaiters(0, 0)
            .with(Capability.SEVERAL_PERMITS, Capability.TURNS, Capability.OUTLIVES_PROCESS);

    private static final String MODEST = """
            modest: {}
            rules:
              - {method: com.shop.Pay.pay(String), key: 'A:{p0}', lock: fenced}
              - {method: com.shop.Pay.look(String), key: 'B:{p0}', lock: semaphore, permits: 2}
              - {method: com.shop.Pay.count(String), key: 'C:{p0}', lease: 2s}
              - {method: com.shop.Pay.report(String), key: 'D:{p0}', hold: {atLeast: 1m}}
              - {method: com.shop.Pay.take(String), key: 'E:{p0}', lock: semaphore, permits: 1, lease: 10s}
            """;

    @Test
    void aRuleGetsNoMoreThanItsStoreKeeps() {
        assertThat(mistakes(ALL.without(LockKind.FENCED)
                        .without(Capability.SEVERAL_PERMITS, Capability.OUTLIVES_PROCESS)
                        .leases(10_000, 60_000)))
                .containsExactly(
                        "rules.yaml:3:61: rule 'Pay.pay': a lock of kind fenced cannot be kept by the modest store",
                        "rules.yaml:4:73: rule 'Pay.look': a semaphore of several permits cannot be kept by the modest"
                                + " store",
                        "rules.yaml:6:65: rule 'Pay.report': hold.atLeast does not go with the modest store, whose"
                                + " locks end with their process");
    }

    @Test
    void aStoreOfSeveralKeepsWhatEachOfThemKeeps() {
        Capabilities both = ALL.without(LockKind.FENCED)
                .leases(10_000, 60_000)
                .and(ALL.leases(1, 90_000)
                        .deadWaiters(3, 7)
                        .question(150)
                        .freedAfterDeath(5)
                        .without(Capability.values())
                        .with(Capability.ONE_LEASE));

        assertThat(mistakes(both)).hasSize(3);
        assertThat(both.can(Capability.TURNS)).isFalse();
        assertThat(both.can(Capability.ONE_LEASE)).isTrue();
        assertThat(both.longestLease()).isEqualTo(60_000);
        assertThat(both.question()).isEqualTo(150);
        assertThat(both.deadWaiter(LockKind.WRITE)).isEqualTo(3);
        assertThat(both.deadWaiter(LockKind.FAIR)).isEqualTo(7);
        assertThat(both.freedAfter(30_000)).isEqualTo(30_000);
        assertThat(both.freedAfter(1)).isEqualTo(5);
        assertThat(both.toString()).endsWith("a dead JVM's locks end with the lease, or later within 5ms");
    }

    @Test
    void aLeaseThatTheBackendEndsLaterCountsThatTimeToo() {
        Capabilities late = ALL.freedBehindLease(2_500);

        assertThat(late.freedAfter(30_000)).isEqualTo(32_500);
        assertThat(late.toString()).endsWith("a dead JVM's locks end with the lease or up to 2500ms later");
        Capabilities both = ALL.freedAfterDeath(45_000).and(late);
        assertThat(both.freedAfter(30_000)).isEqualTo(45_000);
        assertThat(both.freedAfter(60_000)).isEqualTo(62_500);
        assertThat(late.freedAfterDeath(5).freedAfter(30_000)).isEqualTo(5);
        assertThat(late.freedAfterDeath(Capabilities.WITH_LEASE).freedAfter(30_000))
                .isEqualTo(30_000);
    }

    @Test
    void aStoreThatDeclaresNothingKeepsNothing() {
        Capabilities none = Capabilities.of(Reach.HOST);

        assertThat(none.kinds()).isEmpty();
        assertThat(Capability.values()).noneMatch(none::can);
        assertThat(none.longestLease()).isZero();
        assertThat(none.deadWaiter(LockKind.FAIR)).isEqualTo(Capabilities.WITH_LEASE);
        assertThat(mistakes(none))
                .containsExactly("rules.yaml:1:9: modest: the modest store grants no lease of any length");
    }

    @Test
    void aStoreThatKeepsAllRefusesNoRule() {
        assertThat(mistakes(ALL)).isEmpty();
    }

    /** Two hosts whose majorities share no member would hold one lock. */
    @Test
    @FailsWithout("`MajorityProvider#canBeMembers` refuses members that do not span the hosts")
    void aMajorityCountsOnlyStoresThatEveryHostReaches(@TempDir File folder) {
        String most = """
                most: [{redis: {address: "redis://one"}}, {file: {folder: %s}}, {memory: {}}]
                rules:
                  - {method: com.shop.Pay.pay, key: PAY}
                """.formatted(folder);

        assertThat(Reads.with().mistakes(most))
                .containsExactly(
                        "rules.yaml:1:7: most: cannot count the files of " + folder + ": each host would have a vote of"
                                + " its own there; name stores that every host reaches, as redis",
                        "rules.yaml:1:7: most: cannot count the memory of this JVM: each JVM would have a vote of its"
                                + " own there; name stores that every host reaches, as redis");
    }

    private static List<String> mistakes(Capabilities keeps) {
        return Reads.with().mistakes(MODEST, List.of(new Modest(keeps)));
    }
}
