package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.api.LockException;
import io.lockgraft.api.LockKeyException;
import io.lockgraft.api.LockRuleException;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.read.RulesFile;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.store.BundledStores;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Keys and conditions with a secret from a file in them: no call that fails tells it. */
@FailsWithout("`Secrets#maskKnown` masks what a secret file holds, wherever an expression makes a message")
final class SecretKeyTest {
    private static final String PEPPER = "pepper-of-keys";

    @RegisterExtension
    final WrittenLog log = new WrittenLog();

    private final Woven woven = new Woven();

    @TempDir
    Path folder;

    /** What gets locked. */
    static final class Shop {
        String pay(String order, int amount) {
            return order + amount;
        }
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private Rule rule(String... settings) throws Exception {
        Files.writeString(folder.resolve("pepper"), PEPPER + "\n");
        Path file = Files.writeString(
                folder.resolve("rules.yaml"),
                "redis: {address: 'redis://127.0.0.1'}\nrules:\n  - method: com.shop.Shop.pay\n"
                        + String.join("\n", settings).indent(4));
        return RulesFile.read(file.toFile(), Environment.PROCESS, BundledStores.providers())
                .rules()
                .get(0);
    }

    private Object pay(Rule rule, String order) throws Throwable {
        Shop shop = new Shop();
        return woven.call(woven.site(rule, Shop.class, "pay"), shop, () -> shop.pay(order, 1), order, 1);
    }

    @Test
    void aKeyThatIsMissingIsToldWithoutIt() throws Exception {
        Rule rule = rule("key: \"ACC:{hash(p0 + '${file:pepper}')}\"");

        assertThatThrownBy(() -> pay(rule, null))
                .isInstanceOf(LockKeyException.class)
                .hasMessageContaining(
                        "its key ACC:{hash(p0 + '***')} is not complete (part {hash(p0 + '***')} of the key"
                                + " is null)")
                .hasMessageNotContaining(PEPPER);
    }

    @Test
    void aCallThatGoesOnWithoutItsKeyIsLoggedWithoutIt() throws Throwable {
        Rule rule = rule("key: \"ACC:{hash(p0 + '${file:pepper}')}\"", "onMissingKey: proceed");

        assertThat(pay(rule, null)).isEqualTo("null1");

        assertThat(log.toString()).contains("{hash(p0 + '***')}").doesNotContain(PEPPER);
    }

    @Test
    void aConditionThatCannotBeComputedIsToldWithoutIt() throws Exception {
        Rule rule = rule("key: ACC", "when: p0.length() > 3 and p0 != '${file:pepper}'");

        assertThatThrownBy(() -> pay(rule, null))
                .isInstanceOf(LockKeyException.class)
                .hasMessageContaining("the condition p0.length() > 3 and p0 != '***' cannot be computed: p0 is null")
                .hasMessageNotContaining(PEPPER);
    }

    @Test
    void aRuleThatDoesNotFitIsRefusedWithoutIt() throws Exception {
        Rule rule = rule("key: \"ACC:{p0 - '${file:pepper}'}\"");

        assertThatThrownBy(() -> pay(rule, "A7"))
                .isInstanceOf(LockRuleException.class)
                .hasMessageContaining("- needs int or long, not String: p0 - '***'")
                .hasMessageNotContaining(PEPPER);
    }

    @Test
    void aKeyThatIsBusyIsToldWithoutIt() throws Exception {
        Rule rule = rule("key: 'ACC:${file:pepper}{p0}'");
        List<String> keys = List.of("lockgraft:ACC:" + PEPPER + "42");

        LockException busy =
                new NoLock(NoLock.Kind.BUSY, rule, Woven.method(Shop.class, "pay"), keys, 0, null).exception();

        assertThat(busy).hasMessageContaining("lockgraft:ACC:***42").hasMessageNotContaining(PEPPER);
    }
}
