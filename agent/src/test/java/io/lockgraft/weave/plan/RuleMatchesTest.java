package io.lockgraft.weave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.shop.weaving.Kinds;
import com.shop.weaving.MarkedService;
import com.shop.weaving.PayService;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.classfile.ClassFiles;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.weave.Weaving;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleMatchesTest {
    @Test
    void aMethodHasTheRulesThatNameItsClassAndThoseThatNoNameSettlesInTheOrderOfTheFile() throws Exception {
        Rules rules = Weaving.rules(
                false,
                "com.shop.weaving.MarkedService.pay",
                "com.shop.weaving.*.pay",
                "com.shop.weaving.PayService.pay",
                "com.shop.weaving.MarkedService.p*",
                "com.shop.weaving.Payable+.pay");

        assertThat(of(rules, MarkedService.class, "pay")).containsExactly("r0", "r1", "r3", "r4");
        assertThat(of(rules, PayService.class, "pay")).containsExactly("r1", "r2");
    }

    @Test
    void aNestedClassIsNamedBehindADotOrADollarAndIsNeitherItsOuterClassNorAnotherOfThatPackage() throws Exception {
        Rules rules = Weaving.rules(
                false,
                "com.shop.weaving.Kinds.find",
                "com.shop.weaving.*.find",
                "com.shop.weaving.Kinds.OrderRepo.find",
                "com.shop.weaving.OrderRepo.find",
                "com.shop.weaving.Kinds$OrderRepo.find",
                "com.shop..OrderRepo.find");

        assertThat(of(rules, Kinds.OrderRepo.class, "find")).containsExactly("r2", "r4", "r5");
    }

    private static List<String> of(Rules rules, Class<?> type, String method) {
        Coverage coverage = new Coverage();
        for (Rule rule : rules.rules()) {
            coverage.declare(rule.name(), rule.position().toString(), rule.store(), List.of());
        }
        byte[] bytes = LoaderTypes.bytes(type.getClassLoader(), type.getName());
        TypeShape shape = ClassFiles.read(bytes);
        Misses misses = new Misses(coverage, new Refusals(), false);
        Map<MethodShape, List<Rule>> matched =
                new RuleMatches(rules, misses).of(shape, new LoaderTypes(type.getClassLoader()).with(shape));
        for (Map.Entry<MethodShape, List<Rule>> each : matched.entrySet()) {
            if (each.getKey().name().equals(method)) {
                return each.getValue().stream().map(Rule::name).toList();
            }
        }
        return List.of();
    }
}
