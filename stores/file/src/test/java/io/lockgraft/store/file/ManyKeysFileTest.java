package io.lockgraft.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many keys of one JVM at once, with a lease that is short beside the time that they take. */
@Tag("whole")
@Timeout(300)
final class ManyKeysFileTest {
    private static final int KEYS = 20_000;
    private static final int FEW = KEYS / 10;
    private static final long LEAST_LEASE = 3_000;

    @TempDir
    File folder;

    /** The lease is three times as long as this machine needs now, by how long it needs for few keys. */
    @Test
    @FailsWithout("`FileExclusion#FILES` spreads the keys over several files")
    void noneOfTwentyThousandKeysIsLostInAJvmThatLives() throws Exception {
        hold(FEW, 60_000);
        long begin = System.nanoTime();
        hold(FEW, 60_000);
        long few = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);

        hold(KEYS, Math.max(LEAST_LEASE, 3 * few * KEYS / FEW));
    }

    private void hold(int keys, long leaseMillis) throws Exception {
        Queue<Grant> held = new ConcurrentLinkedQueue<>();
        AtomicInteger late = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(64);
        try (FileStore store = new FileStore(new TestContext(), folder)) {
            for (int i = 0; i < keys; i++) {
                int number = i;
                threads.execute(() -> {
                    Grant grant = acquire(store, number, leaseMillis);
                    if (System.nanoTime() - grant.sentAt() > TimeUnit.MILLISECONDS.toNanos(leaseMillis)) {
                        late.incrementAndGet();
                    }
                    held.add(grant);
                });
            }
            threads.shutdown();
            int lost = 0;
            boolean all = false;
            while (!all) {
                all = threads.awaitTermination(leaseMillis / 3, TimeUnit.MILLISECONDS);
                lost += lost(store, new ArrayList<>(held));
            }

            assertThat(late)
                    .as("leases of %s ms that were over before their call could begin", leaseMillis)
                    .hasValue(0);
            assertThat(lost)
                    .as("renewals that were refused, of leases of %s ms", leaseMillis)
                    .isZero();
            assertThat(held)
                    .hasSize(keys)
                    .allMatch(each -> each.release().join().isHeld());
        }
    }

    private static Grant acquire(FileStore store, int number, long leaseMillis) {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        return store.acquire(Requests.exclusive("KEY:" + number, number + 1, leaseMillis, deadline))
                .answer()
                .join()
                .grant();
    }

    private static int lost(FileStore store, List<Grant> grants) {
        int lost = 0;
        for (CompletableFuture<Renewal> each : store.renew(grants)) {
            lost += each.join().isHeld() ? 0 : 1;
        }
        return lost;
    }
}
