package io.lockgraft.engine.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.expression.Target;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.settings.Problem;
import java.io.FileNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SiteCheckTest {
    static final class Shop {
        static int pay(String order) throws FileNotFoundException {
            return 0;
        }
    }

    private static final MethodShape PAY = Woven.method(Shop.class, "pay");
    private static final TypeSource TYPES = new LoaderTypes(Shop.class.getClassLoader());

    private static List<String> check(Rule rule) {
        List<String> reasons = new ArrayList<>();
        for (Problem problem : SiteCheck.check(rule, PAY, TYPES)) {
            reasons.add(problem.message());
        }
        return reasons;
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
    void aCheckedExceptionThatTheMethodDoesNotDeclareIsAHint() throws Exception {
        assertThat(hints("java.io.IOException"))
                .containsExactly(PAY + " does not declare java.io.IOException, which its rule throws: a caller may not"
                        + " expect a checked exception there");
        assertThat(hints("java.lang.Exception")).hasSize(1);
        assertThat(hints("java.io.FileNotFoundException")).isEmpty();
        assertThat(hints("java.lang.IllegalStateException")).isEmpty();
        assertThat(hints("java.lang.StackOverflowError")).isEmpty();
    }

    private static List<String> hints(String exception) {
        Outcome thrown = new Outcome.ThrowOwn(exception, null);
        Outcome retried = new Outcome.Retry(1, Duration.ZERO, Duration.ZERO, thrown);
        return SiteCheck.hints(
                Woven.rule("PAY").onBusy(thrown).onUnavailable(retried).build(), PAY, TYPES);
    }

    @Test
    void allThatDoesNotFitIsSaidAtOnce() throws Exception {
        assertThat(check(Woven.rule("PAY:{p7}")
                        .when(Condition.parse("p8 > 1"))
                        .onBusy(new Outcome.Return("x"))
                        .onUnavailable(new Outcome.Call("refund"))
                        .keys(List.of(Template.parse("PAY:{p7}"), Template.parse("STOCK:{p6}")))
                        .fence(Target.parse("p5.version"))
                        .build()))
                .hasSize(6)
                .anyMatch(each -> each.contains("p5"))
                .anyMatch(each -> each.contains("p6"))
                .anyMatch(each -> each.contains("p7"))
                .anyMatch(each -> each.contains("p8"))
                .anyMatch(each -> each.startsWith("onBusy: cannot return this"))
                .anyMatch(each -> each.startsWith("onUnavailable: ") && each.contains("has no method 'refund'"));
    }
}
