package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.testing.FailsWithout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several stores by name. What is wrong with them stands in file-mistakes.txt. */
final class StoresFileTest {
    private static final String STORES = """
            stores:
              safe: {most: [one, two, {redis: {address: "redis://three"}}]}
              one: {redis: {address: "redis://one"}}
              two: {redis: {address: "redis://two"}}
              local: {memory: {}}
            """;

    @Test
    void eachRuleHasTheStoreThatItNamesOrThatOfTheDefaults() {
        Rules rules = Reads.with().rules(STORES + """
                defaults: {store: safe}
                rules:
                  - {method: com.shop.Pay.pay, key: PAY}
                  - {method: com.shop.Pay.look, key: LOOK, store: "${WHERE:local}"}
                """);

        assertThat(rules.rules()).extracting(Rule::store).containsExactly("safe", "local");
        assertThat(rules.stores()).containsOnlyKeys("safe", "one", "two", "local");
        assertThat(rules.usedStores().keySet()).containsExactly("safe", "local");
    }

    @Test
    void aMemberThatHasANameIsTheStoreOfThatName() {
        Rules rules = Reads.with().rules(STORES + """
                defaults: {store: safe}
                rules: [{method: com.shop.Pay.pay, key: PAY}]
                """);

        List<StoreConfiguration> members = rules.stores().get("safe").members();
        assertThat(members).hasSize(3);
        assertThat(members.get(0)).isSameAs(rules.stores().get("one"));
        assertThat(members.get(1)).isSameAs(rules.stores().get("two"));
        assertThat(members.get(2)).hasToString("redis://three:6379");
    }

    @Test
    void theOnlyStoreNeedsNoNameInARule() {
        Rules rules = Reads.with().rules("""
                stores: {local: {memory: {}}}
                rules: [{method: com.shop.Pay.pay, key: PAY}]
                """);

        assertThat(rules.rules()).extracting(Rule::store).containsExactly("local");
    }

    @Test
    @FailsWithout("`StoreOverlaps#mayEqual` lets rules of overlapping stores have keys that begin differently")
    void rulesOfStoresThatShareAMemberHaveKeysThatBeginDifferently() {
        String rules = """
                rules:
                  - {method: com.shop.Pay.pay, key: 'PAY:{p0}', store: safe}
                  - {method: com.shop.Pay.look, keys: ['LOOK:{p0}', 'PAI:{p0}'], store: one}
                """;

        assertThat(Reads.with().mistakes(STORES + rules)).isEmpty();
        assertThat(Reads.with().mistakes(STORES + rules.replace("PAI", "PAY")))
                .singleElement()
                .asString()
                .startsWith(
                        "rules.yaml:8:53: rule 'Pay.look': its store 'one' and the store 'safe' of rule 'Pay.pay' in"
                                + " line 7 share redis://one:6379");
    }

    @Test
    @FailsWithout("`StoresReader#checkOptions` refuses an option that more than one store would have")
    void anOptionOfOneStoreIsRefusedWhereThereAreSeveralOfItsKind() {
        String rules = "rules: [{method: com.shop.Pay.pay, key: PAY, store: one}]\n";
        String alone = "stores: {one: {redis: {address: 'redis://one'}}, local: {memory: {}}}\n" + rules;
        Reads reads = Reads.with().property("lockgraft.redis.database", "1");

        assertThat(reads.mistakes(alone)).isEmpty();
        assertThat(reads.mistakes(STORES + rules))
                .containsExactly("-Dlockgraft.redis.database: the file has 3 stores 'redis', and this option does not"
                        + " say which is meant; write it into the file");
    }
}
