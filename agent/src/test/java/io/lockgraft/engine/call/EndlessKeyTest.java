package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lockgraft.api.LockKeyException;
import io.lockgraft.api.LockRuleException;
import io.lockgraft.engine.Woven;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.testing.FailsWithout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys that call the method whose key they are. */
final class EndlessKeyTest {
    private final Woven woven = new Woven();
    private final Order order = new Order();
    private int site;
    private int other;

    public final class Order {
        public String getId() {
            return (String) locked(site, "id");
        }

        public String getName() {
            return "name of " + getId();
        }

        public String getOther() {
            return (String) locked(other, "other");
        }

        public int depth(int n) {
            return n == 0 ? getDepth() : depth(n - 1) + 1;
        }

        public int getDepth() {
            return depth(1);
        }
    }

    private Object locked(int at, String body) {
        try {
            return woven.call(at, order, () -> body);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        woven.close();
    }

    @Test
    void aKeyThatNamesTheLockedMethodIsRefusedByItsTypes() {
        site = woven.site(Woven.rule("ORDER:{this.id}").build(), Order.class, "getId");

        assertThatThrownBy(order::getId)
                .isInstanceOf(LockRuleException.class)
                .hasMessageContaining("getId() is the locked method itself, which cannot be called for its own lock");
    }

    @Test
    @FailsWithout("`EndlessKey#exception` tells of the key")
    void aKeyThatCallsItByWayOfAnotherIsOneClearException() {
        site = woven.site(Woven.rule("ORDER:{this.name}").build(), Order.class, "getId");

        assertThatThrownBy(order::getId)
                .isInstanceOf(LockKeyException.class)
                .hasNoCause()
                .hasMessageContaining("computing its key ORDER:{this.name} or its condition calls the method itself");
        assertThat(woven.store.held()).isEmpty();
        assertThat(woven.sites.counters().get("pay-order").of(Event.MISSING_KEY))
                .isEqualTo(1);
    }

    @Test
    void twoKeysThatCallEachOthersMethodAreOneClearException() {
        site = woven.site(Woven.rule("ORDER:{this.other}").build(), Order.class, "getId");
        other = woven.site(Woven.rule("OTHER:{this.name}").build(), Order.class, "getOther");

        assertThatThrownBy(order::getId)
                .isInstanceOf(LockKeyException.class)
                .hasNoCause()
                .hasMessageContaining("calls the method itself");
    }

    @Test
    @FailsWithout("`Outcomes#counted` tells of a key that fills the stack")
    void aGetterThatOverflowsTheStackByItselfIsLeftAsItIs() {
        site = woven.site(Woven.rule("ORDER:{this.depth}").build(), Order.class, "getId");

        assertThat(catchThrowable(order::getId)).isInstanceOf(StackOverflowError.class);
        assertThat(woven.sites.counters().get("pay-order").of(Event.MISSING_KEY))
                .isEqualTo(1);
    }
}
