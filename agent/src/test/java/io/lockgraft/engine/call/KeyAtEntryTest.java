package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The key is what the arguments say when the call comes, and stays that, whatever the body does to them. */
final class KeyAtEntryTest {
    private final Woven woven = new Woven();

    static final class Shop {
        static void pay(Order order) {}
    }

    public static final class Order {
        private String number;
        private int asked;

        Order(String number) {
            this.number = number;
        }

        public String getNumber() {
            asked++;
            return number;
        }
    }

    @AfterEach
    void close() {
        woven.close();
    }

    @Test
    void aBodyThatChangesItsArgumentGivesBackTheKeyThatItTook() throws Throwable {
        int site = woven.site(Woven.rule("PAY:{p0.number}").build(), Shop.class, "pay");
        Order order = new Order("A");
        int[] asked = new int[1];

        woven.call(
                site,
                null,
                () -> {
                    asked[0] = order.asked;
                    order.number = "B";
                    assertThat(woven.store.held()).containsExactly("shop:PAY:A");
                    return null;
                },
                order);

        assertThat(woven.store.held()).isEmpty();
        assertThat(asked[0]).isEqualTo(1);
        assertThat(order.asked).as("at the end it is not asked again").isEqualTo(1);
        assertThat(woven.engine.gatesInUse()).isZero();
    }
}
