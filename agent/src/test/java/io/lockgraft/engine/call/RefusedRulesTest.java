package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.ForwardingStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a store that calls have opened under rules that are refused then. */
final class RefusedRulesTest {
    static final class Shop {
        static void pay(String order) {}
    }

    private final Sites sites = new Sites();
    private final FaultyServer server = new FaultyServer();
    private final LockEngine engine = Engines.of(sites, Noting::new, Access.NONE);
    private int closed;

    private final class Noting extends ForwardingStore {
        private Noting() {
            super(new FaultyStore(server));
        }

        @Override
        public void close() {
            closed++;
            super.close();
        }
    }

    @AfterEach
    void close() {
        if (closed == 0) {
            engine.close();
        }
    }

    private Object enter(RuleBuilder rule) throws Throwable {
        int site = Woven.add(sites, rule.build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), null);
        return engine.enter(site, null, new Object[] {"42"});
    }

    @Test
    @FailsWithout("`LockEngine#closeUnused` closes the store, whose connection and threads nothing else would end")
    void isClosedWhereNoCallUsesIt() throws Throwable {
        Woven.exit(enter(Woven.rule("PAY:{p0}")), null);

        engine.closeUnused();

        assertThat(closed).isEqualTo(1);
    }

    @Test
    @FailsWithout("`Stores#closeUnused` settles: what lingers goes back before its store is closed")
    void isClosedBehindTheReleaseOfWhatLingers() throws Throwable {
        Woven.exit(enter(Woven.rule("PAY:{p0}").linger(Duration.ofMinutes(5))), null);

        engine.closeUnused();

        assertThat(closed).isEqualTo(1);
        assertThat(server.isHeld("shop:PAY:42")).isFalse();
    }

    @Test
    @FailsWithout("`LazyGates#closeUnused` leaves a store open that a call uses: its lock is renewed and given back")
    void staysOpenForACallThatHasItsLock() throws Throwable {
        Object token = enter(Woven.rule("PAY:{p0}"));

        engine.closeUnused();
        assertThat(closed).isZero();
        Woven.exit(token, null);

        await().until(() -> !server.isHeld("shop:PAY:42"));
    }
}
