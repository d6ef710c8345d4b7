package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.Rules;
import io.lockgraft.rules.read.Modest;
import io.lockgraft.rules.read.Reads;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Reach;
import io.lockgraft.store.memory.MemoryProvider;
import io.lockgraft.testing.FailsWithout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the one line at the start tells. */
final class StartLineTest {
    private static final Capabilities KEPT = Capabilities.of(Reach.NETWORK).keeping(LockKind.EXCLUSIVE);

    private static final String KEEPS = "no fence tokens, in no order, a dead JVM's locks end with the lease";

    private static String line(Capabilities keeps) {
        Rules rules = Reads.with().rules("""
                modest: {}
                rules:
                  - {method: com.shop.Pay.pay(String), key: 'A:{p0}'}
                  - {method: com.shop.Pay.look(String), key: 'B:{p0}', lease: 1m}
                  - {method: com.shop.Pay.count(String), key: 'C:{p0}'}
                """, List.of(new Modest(keeps)));
        return StartLine.of(rules, 0, false).replaceFirst("Lockgraft \\S+: ", "");
    }

    @Test
    @FailsWithout("`StartLine#stores` tells what each store promises")
    void nothingMoreThanItsPromisesIsToldOfAStoreThatGrantsWhatIsWishedFor() {
        assertThat(line(KEPT.leases(1, 60_000).question(100)))
                .isEqualTo("rules.yaml, 3 rules, lock server the modest store (for all hosts, leases up to 1m, " + KEEPS
                        + ")");
    }

    @Test
    @FailsWithout("`StartLine#leases` tells each lease that is granted in place of a wish")
    void aLeaseIsToldThatIsGrantedInPlaceOfAWishWrittenOrNot() {
        assertThat(line(KEPT.leases(1, 15_000)))
                .endsWith("(for all hosts, leases up to 15s, " + KEEPS
                        + "); leases of 15s in place of 30s and 15s in place of 1m");
    }

    @Test
    @FailsWithout("`StartLine#question` tells the time of a question that makes short waits longer")
    void theTimeOfAQuestionIsToldWhereItIsLongerThanWaitsAreExpectedToBe() {
        assertThat(line(KEPT.leases(1, 60_000).question(200)))
                .endsWith(KEEPS + "); a question takes up to 200ms, and no wait is shorter");
    }

    @Test
    @FailsWithout("`StartLine#stores` names each store that a rule names")
    void eachStoreIsToldByItsName() {
        Rules rules = Reads.with()
                .rules("""
                stores:
                  quick: {memory: {}}
                  other: {memory: {}}
                  slow: {modest: {}}
                rules:
                  - {method: com.shop.Pay.pay(String), key: 'A:{p0}', store: slow}
                  - {method: com.shop.Pay.look(String), key: 'B:{p0}', store: quick}
                """, List.of(new Modest(KEPT.leases(1, 60_000).question(200)), new MemoryProvider()));

        assertThat(StartLine.of(rules, 0, false).replaceFirst("Lockgraft \\S+: ", ""))
                .isEqualTo("rules.yaml, 2 rules, stores 'quick' (the memory of this JVM: for one JVM, any lease, fence"
                        + " tokens, in order, a dead JVM's locks end at once) and 'slow' (the modest store: for all"
                        + " hosts, leases up to 1m, " + KEEPS + "); a question to 'slow' takes up to 200ms, and no wait"
                        + " is shorter");
    }
}
