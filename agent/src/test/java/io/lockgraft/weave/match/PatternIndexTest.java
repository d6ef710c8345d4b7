package io.lockgraft.weave.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.weave.Weaving;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatternIndexTest {
    @Test
    void aClassIsAskedOfThePatternsThatNameItAndOfThoseThatNoNameSettlesInTheOrderOfTheFile() {
        PatternIndex index = new PatternIndex(Weaving.rules(
                false,
                "com.shop.Pay.pay",
                "com.shop.*.pay",
                "com.shop.Stock.take",
                "com.shop.Pay.refund",
                "Repo+.save",
                "com.shop.Pay.Late.pay"));

        assertThat(rules(index, "com.shop.Pay")).containsExactly("r0", "r1", "r3", "r4");
        assertThat(rules(index, "com.shop.Stock")).containsExactly("r1", "r2", "r4");
        assertThat(rules(index, "com.shop.Pay$Late")).containsExactly("r1", "r4", "r5");
        assertThat(rules(index, "com.other.Pay")).containsExactly("r1", "r4");
    }

    @Test
    void whereAllPatternsNameClassesNothingElseIsAsked() {
        PatternIndex index = new PatternIndex(Weaving.rules(false, "com.shop.Pay.pay", "com.shop.Stock.take"));

        assertThat(rules(index, "com.shop.Stock")).containsExactly("r1");
        assertThat(rules(index, "com.other.Stock")).isEmpty();
    }

    private static List<String> rules(PatternIndex index, String name) {
        return index.of(name).stream().map(each -> each.rule().name()).toList();
    }
}
