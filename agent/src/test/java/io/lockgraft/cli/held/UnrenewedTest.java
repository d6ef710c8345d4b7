package io.lockgraft.cli.held;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.Rule;
import io.lockgraft.rules.read.Reads;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.testing.FailsWithout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of which locks nothing shows whether their owner lives. */
final class UnrenewedTest {
    private final List<Rule> rules = rules();

    private static List<Rule> rules() {
        return Reads.with().rules("""
                namespace: shop
                stores:
                  fast: {memory: {}}
                  sure: {file: {folder: locks}}
                rules:
                  - {name: pay, method: com.shop.PayService.pay(PayDto), key: "PAY:{dto.no}", store: fast}
                  - {name: night, method: com.shop.Job.run(String), key: "JOB:{p0}", store: fast, renew: false}
                """).rules();
    }

    private String ruleOf(String key, String rule, String store) {
        Rule its = Unrenewed.of(new StoredLock(key, "host:1:a:1", rule, null, -1, 5_000), store, rules);
        return its == null ? null : its.name();
    }

    @Test
    @FailsWithout("`Unrenewed#of` goes by the rule that the store knows")
    void theRuleThatTheStoreKnowsSaysIt() {
        assertThat(ruleOf("shop:JOB:1", "night", "fast")).isEqualTo("night");
        assertThat(ruleOf("shop:JOB:1", "pay", "fast")).isNull();
        assertThat(ruleOf("shop:JOB:1", "of another file", "fast")).isNull();
    }

    @Test
    @FailsWithout("`Unrenewed#of` takes each rule that makes such keys where the store knows none")
    void withoutItEachRuleThatMakesSuchKeysMayBeIt() {
        assertThat(ruleOf("shop:JOB:1", null, "fast")).isEqualTo("night");
        assertThat(ruleOf("shop:PAY:1", null, "fast")).isNull();
        assertThat(ruleOf("shop:JOB:1", null, "sure")).isNull();
    }
}
