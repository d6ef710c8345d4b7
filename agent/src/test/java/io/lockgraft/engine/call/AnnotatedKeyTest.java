package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.Condition;
import io.lockgraft.rules.Rule;
import io.lockgraft.testing.ClassFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One rule on methods by their annotation: each is locked by what its own annotation says. */
final class AnnotatedKeyTest {
    private final Woven woven = new Woven();

    /** Only the class file tells of it. */
    @interface ServiceLock {
        String name() default "shop";

        int least() default 0;
    }

    static final class Shop {
        @ServiceLock(name = "pay", least = 5)
        static void pay(String order, int amount) {}

        @ServiceLock
        static void refund(String order, int amount) {}
    }

    @AfterEach
    void close() {
        woven.close();
    }

    @Test
    void eachMethodHasTheKeyThatItsAnnotationSays() throws Throwable {
        Rule rule = Woven.rule("{@ServiceLock.name}:{order}").build();

        assertThat(heldIn(rule, "pay", 1)).isEqualTo("shop:pay:A");
        assertThat(heldIn(rule, "refund", 1)).isEqualTo("shop:shop:A");
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void aConditionReadsItToo() throws Throwable {
        Rule rule = Woven.rule("{@ServiceLock.name}:{order}")
                .when(Condition.parse("amount >= @ServiceLock.least"))
                .build();

        assertThat(heldIn(rule, "pay", 4)).isEmpty();
        assertThat(heldIn(rule, "pay", 5)).isEqualTo("shop:pay:A");
        assertThat(heldIn(rule, "refund", 4)).isEqualTo("shop:shop:A");
    }

    private String heldIn(Rule rule, String method, int amount) throws Throwable {
        int site =
                Woven.add(woven.sites, rule, ClassFile.method(Shop.class, method), Shop.class.getClassLoader(), null);
        return (String) woven.call(site, null, () -> String.join(" ", woven.store.held()), "A", amount);
    }
}
