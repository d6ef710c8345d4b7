package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.ForwardingStore;
import io.lockgraft.testing.store.NothingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a backend hears of the first calls of a JVM. */
final class FirstCallTest {
    static final class Shop {
        static void pay(int amount) {}
    }

    private final List<String> heard = new ArrayList<>();
    private final Sites sites = new Sites();
    private boolean noThread;

    /** Writes down what it is asked. */
    private final class Noting extends ForwardingStore {
        private Noting() {
            super(new NothingStore());
            heard.add("made");
        }

        @Override
        public CompletableFuture<?> load() {
            heard.add("load");
            if (noThread) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return super.load();
        }

        @Override
        public Attempt acquire(Request request) {
            heard.add("acquire");
            return super.acquire(request);
        }
    }

    private int site(RuleBuilder rule, String refusal) {
        return Woven.add(sites, rule.build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), refusal);
    }

    private static void call(LockEngine engine, int site, int amount) throws Throwable {
        Woven.exit(engine.enter(site, null, new Object[] {amount}), null);
    }

    @Test
    void theFirstOneLoadsItAndNoneAfterIt() throws Throwable {
        int first = site(Woven.rule("PAY:{p0}"), null);
        int second = site(Woven.rule("GET:{p0}"), null);
        LockEngine engine = Engines.of(sites, Noting::new, Access.NONE);

        call(engine, first, 1);
        call(engine, first, 2);
        call(engine, second, 3);

        assertThat(heard).containsExactly("made", "load", "acquire", "acquire", "acquire");
        engine.close();
    }

    @Test
    void oneThatCannotBeLoadedForIsMadeAllTheSame() throws Throwable {
        noThread = true;
        int site = site(Woven.rule("PAY:{p0}"), null);
        LockEngine engine = Engines.of(sites, Noting::new, Access.NONE);

        call(engine, site, 1);

        assertThat(heard).containsExactly("made", "load", "acquire");
        engine.close();
    }

    @Test
    void oneThatNeedsNoLockLoadsNothing() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").when(Condition.parse("p0 > 10")), null);
        LockEngine engine = Engines.of(sites, Noting::new, Access.NONE);

        call(engine, site, 1);
        assertThat(heard).isEmpty();
        call(engine, site, 11);

        assertThat(heard).containsExactly("made", "load", "acquire");
        engine.close();
    }

    @Test
    void oneThatCannotBeLockedLoadsNothing() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").failOpen(true), "it has no key");
        LockEngine engine = Engines.of(sites, Noting::new, Access.NONE);

        call(engine, site, 1);

        assertThat(heard).isEmpty();
        engine.close();
    }

    @Test
    void aBackendThatCannotBeMadeIsTheCallsOwnMiss() {
        int site = site(Woven.rule("PAY:{p0}"), null);
        LockEngine engine = Engines.of(
                sites,
                () -> {
                    heard.add("refused");
                    throw new IllegalStateException("no servers");
                },
                Access.NONE);

        assertThatThrownBy(() -> call(engine, site, 1)).isInstanceOf(LockUnavailableException.class);

        assertThat(heard).containsExactly("refused");
        engine.close();
    }
}
