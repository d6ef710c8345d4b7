package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.testing.FailsWithout;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a rule says of its lease is a wish: its store grants the nearest one that it has. */
final class LeaseWishTest {
    private static final Modest BOUNDED = new Modest(
            Capabilities.of(Reach.NETWORK).keeping(LockKind.EXCLUSIVE).leases(5_000, 15_000));

    private static Rules rules(String text) {
        return Reads.with().rules(text, List.of(BOUNDED));
    }

    private static List<String> mistakes(String text) {
        return Reads.with().mistakes(text, List.of(BOUNDED));
    }

    @Test
    @FailsWithout("`RuleConsistency#lease` warns of a lease that is written and not granted")
    void aWrittenLeaseThatTheStoreDoesNotGrantIsAWarningThatTellsTheGrantedOne() {
        Rules rules = rules("""
                modest: {}
                rules:
                  - {method: com.shop.Pay.pay(String), key: 'A:{p0}', lease: 1m}
                  - {method: com.shop.Pay.look(String), key: 'B:{p0}', lease: 2s}
                  - {method: com.shop.Pay.count(String), key: 'C:{p0}', lease: 15s}
                """);

        assertThat(rules.warnings())
                .extracting(Problem::toString)
                .containsExactly(
                        "rules.yaml:3:62: rule 'Pay.pay': a lease of 1m is longer than any of the modest store, which"
                                + " grants 15s",
                        "rules.yaml:4:63: rule 'Pay.look': a lease of 2s is shorter than any of the modest store,"
                                + " which grants 5s");
        assertThat(rules.rules())
                .extracting(Rule::lease)
                .containsExactly(Duration.ofSeconds(15), Duration.ofSeconds(5), Duration.ofSeconds(15));
        assertThat(rules.tolerated()).isEmpty();
    }

    @Test
    void aLeaseOfTheDefaultsIsWarnedOfOnce() {
        Rules rules = rules("""
                modest: {}
                defaults: {lease: 1m}
                rules:
                  - {method: com.shop.Pay.pay(String), key: 'A:{p0}'}
                  - {method: com.shop.Pay.look(String), key: 'B:{p0}', lease: 10s}
                """);

        assertThat(rules.warnings())
                .extracting(Problem::toString)
                .containsExactly(
                        "rules.yaml:2:19: defaults: a lease of 1m is longer than any of the modest store, which grants"
                                + " 15s");
        assertThat(rules.rules())
                .extracting(Rule::lease)
                .containsExactly(Duration.ofSeconds(15), Duration.ofSeconds(10));
    }

    @Test
    void theUsualLeaseIsCutWithoutAWarning() {
        Rules rules = rules("modest: {}\nrules: [{method: com.shop.Pay.pay(String), key: 'A:{p0}'}]\n");

        assertThat(rules.warnings()).isEmpty();
        assertThat(rules.rules()).extracting(Rule::lease).containsExactly(Duration.ofSeconds(15));
        assertThat(rules.rules().get(0).isLeaseGranted()).isFalse();
    }

    @Test
    @FailsWithout("`RuleConsistency#lease` refuses a lease that nothing renews and that ends before it is wished to")
    void withoutARenewalALeaseBeyondTheLongestIsAMistake() {
        assertThat(mistakes("""
                        modest: {}
                        rules:
                          - {method: com.shop.Pay.pay(String), key: 'A:{p0}', renew: false, lease: 1m}
                          - {method: com.shop.Pay.look(String), key: 'B:{p0}', renew: false}
                          - {method: com.shop.Pay.count(String), key: 'C:{p0}', renew: false, lease: 15s}
                        """))
                .containsExactly(
                        "rules.yaml:3:76: rule 'Pay.pay': a lease of 1m is longer than any of the modest store, which"
                                + " grants 15s; with renew: false write no longer one",
                        "rules.yaml:4:63: rule 'Pay.look': a lease of 30s is longer than any of the modest store,"
                                + " which grants 15s; with renew: false write no longer one");
    }

    /** The store ends it then: it is asked for what the rule wishes. */
    @Test
    void withoutARenewalAShortLeaseIsAskedForAsItIsWritten() {
        Rules rules = rules("""
                modest: {}
                rules:
                  - {method: com.shop.Pay.pay(String), key: 'A:{p0}', renew: false, lease: 2s}
                """);

        assertThat(rules.warnings()).hasSize(1);
        assertThat(rules.rules()).extracting(Rule::lease).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void aStoreWhoseLeasesHaveNoLengthIsRefused() {
        Modest none = new Modest(Capabilities.of(Reach.NETWORK)
                .keeping(LockKind.EXCLUSIVE)
                .leases(5_000, 15_000)
                .and(Capabilities.of(Reach.NETWORK).keeping(LockKind.EXCLUSIVE).leases(20_000, 60_000)));

        assertThat(Reads.with().mistakes("modest: {}\nrules: [{method: com.shop.Pay.pay, key: PAY}]\n", List.of(none)))
                .containsExactly("rules.yaml:1:9: modest: the modest store grants no lease of any length");
    }
}
