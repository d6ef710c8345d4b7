package io.lockgraft.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.TestContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stores that do worse than to refuse. */
@Timeout(60)
final class StoreCheckTest {
    private static StoreConfiguration opening(Supplier<LockStore> store) {
        return new StoreConfiguration() {
            @Override
            public Capabilities capabilities() {
                return Capabilities.of(Reach.NETWORK);
            }

            @Override
            public LockStore open(StoreContext context) {
                return store.get();
            }

            @Override
            public String toString() {
                return "a store";
            }
        };
    }

    private static LockStore hanging() {
        try {
            new CountDownLatch(1).await();
            throw new AssertionError("nobody counts it down");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @FailsWithout("`StoreCheck#begin` opens each store on a thread of its own, and `finding` waits for a time")
    void oneThatDoesNotComeBackIsLeftAndOneThatThrowsIsTold() {
        Map<String, StoreConfiguration> stores = new LinkedHashMap<>();
        stores.put("hangs", opening(StoreCheckTest::hanging));
        stores.put("throws", opening(() -> {
            throw new NoClassDefFoundError("com/example/Client");
        }));

        List<StoreFinding> found = StoreCheck.of(stores, new TestContext(), TimeUnit.SECONDS.toNanos(2));

        assertThat(found).extracting(StoreFinding::name).containsExactly("hangs", "throws");
        assertThat(found.get(0).failure()).startsWith("it has not answered for half a minute");
        assertThat(found.get(1).failure()).contains("com/example/Client");
    }
}
