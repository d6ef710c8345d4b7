package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.testing.store.NothingStore;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a call that meets nobody leaves for the garbage collector, in front of a store that grants everything at once.
 * The store's own part is in it: 72 bytes.
 */
final class AllocationTest {
    private static final int CALLS = 2_000;
    private static final int ROUNDS = 10;

    /** No user can feel that beside a question to a server. */
    private static final int BYTES = 1_024;

    private final Sites sites = new Sites();
    private final LockEngine engine = Engines.of(sites, NothingStore::new, Access.NONE);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static final class Shop {
        static void pay(long order) {}
    }

    private int site() {
        return Woven.add(
                sites,
                Woven.rule("PAY:{p0}").build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void aCallThatMeetsNobodyMakesFewObjects() throws Throwable {
        int site = site();

        assertThat(bytesOfACall(site)).as("bytes").isLessThan(BYTES);
    }

    @Test
    void aCallInsideOfAnotherMakesHardlyMoreThanItsKey() throws Throwable {
        int site = site();
        Object outer = engine.enter(site, null, new Object[] {42L});

        assertThat(bytesOfACall(site)).as("bytes").isLessThan(200);

        Woven.exit(outer, null);
    }

    /** The least of some rounds: the first loads classes, and a later one may make a table larger. */
    private long bytesOfACall(int site) throws Throwable {
        long least = Long.MAX_VALUE;
        Object[] arguments = {42L};
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int call = 0; call < CALLS; call++) {
                Woven.exit(engine.enter(site, null, arguments), null);
            }
            long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            least = Math.min(least, (after - before) / CALLS);
        }
        System.out.println(least + " bytes a call");
        return least;
    }
}
