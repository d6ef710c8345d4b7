package io.lockgraft.cli.held;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.StoredLock;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holders of keys as a person sees them. */
final class HolderTableTest {
    private static HeldLock held(
            String store, String key, String owner, String rule, String thread, long held, long left) {
        return new HeldLock(store, new StoredLock(key, owner, rule, thread, held, left));
    }

    @Test
    void theLongestHoldComesFirstAndWhatIsNotToldIsADash() {
        List<HeldLock> locks = Arrays.asList(
                held("", "shop:PAY:43", "shop-7f9d:812:9f3c:18", null, null, -1, 29_400),
                held("", "shop:CART:9", "5c5e:7", "cart", "exec-7", 4_210, 0),
                held("", "shop:PAY:42", "shop-7f9d:812:9f3c:17", "pay-order", "batch-3", 190_000, 9_240));

        assertThat(HolderTable.of(locks, false).lines())
                .containsExactly(
                        "KEY          HELD BY                    FOR  LEASE      RULE",
                        "shop:PAY:42  shop-7f9d:812, batch-3  3m 10s  9 s left   pay-order",
                        "shop:CART:9  5c5e:7, exec-7             4 s  over       cart",
                        "shop:PAY:43  shop-7f9d:812                -  29 s left  -");
    }

    @Test
    void amongSeveralStoresEachLineNamesItsOwn() {
        List<HeldLock> locks = Arrays.asList(held("fast", "K", "a:1:b:2", "r", null, 3_600_000, -1));

        assertThat(HolderTable.of(locks, true).lines())
                .containsExactly("KEY  HELD BY     FOR  LEASE  RULE  STORE", "K    a:1      1h 00m  -      r     fast");
    }

    @Test
    void whatAStrangerWroteIntoAKeyStaysInItsLine() {
        List<HeldLock> locks = Arrays.asList(held("", "K\n\u001b[2J", "a:1:b:2", null, null, -1, -1));

        assertThat(HolderTable.of(locks, false).split("\n")[1]).startsWith("K\\n\\u001b[2J  a:1  ");
    }

    @Test
    void aCommandCanBeGivenToAShell() {
        assertThat(Takeaway.command("my rules.yaml", "shop:it's", "h:1:a:2", "fast"))
                .isEqualTo("java -jar lockgraft.jar unlock 'my rules.yaml' 'shop:it'\\''s' h:1:a:2 --store fast");
        assertThat(Takeaway.command("rules.yaml", "K", "5c5e2b1e-4d8f:31", ""))
                .isEqualTo("java -jar lockgraft.jar unlock rules.yaml K 5c5e2b1e-4d8f:31 --foreign");
    }
}
