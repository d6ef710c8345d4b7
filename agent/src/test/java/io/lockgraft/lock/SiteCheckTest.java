package io.lockgraft.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.expression.Condition;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.type.LoaderTypes;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SiteCheckTest {
    static final class Shop {
        static int pay(String order) {
            return 0;
        }
    }

    private static List<String> check(Rule rule) {
        return SiteCheck.check(rule, Woven.method(Shop.class, "pay"), new LoaderTypes(Shop.class.getClassLoader()));
    }

    @Test
    void aRuleThatFitsHasNothingToSay() throws Exception {
        assertThat(check(Woven.rule("PAY:{p0}")
                        .when(Condition.parse("p0 != 'x'"))
                        .onBusy(new Outcome.Return(1))
                        .build()))
                .isEmpty();
    }

    @Test
    void allThatDoesNotFitIsSaidAtOnce() throws Exception {
        assertThat(check(Woven.rule("PAY:{p7}")
                        .when(Condition.parse("p8 > 1"))
                        .onBusy(new Outcome.Return("x"))
                        .onUnavailable(new Outcome.Call("refund"))
                        .build()))
                .hasSize(4)
                .anyMatch(each -> each.contains("p7"))
                .anyMatch(each -> each.contains("p8"))
                .anyMatch(each -> each.startsWith("onBusy: cannot return this"))
                .anyMatch(each -> each.startsWith("onUnavailable: ") && each.contains("has no method 'refund'"));
    }
}
