package io.lockgraft.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.log.Log;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a file store does beside its calls. */
@Timeout(60)
final class FileWatchTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    @TempDir
    File folder;

    private static Grant acquire(FileStore store) {
        return store.acquire(Requests.exclusive("K", 1, 60_000, System.nanoTime()))
                .answer()
                .join()
                .grant();
    }

    @Test
    @FailsWithout("`FileStore#watch` goes on after a look that failed")
    @Shows("the watch of a second fails")
    void aLookThatFailsIsLoggedAndTheNextOneFindsTheLoss() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        FileExclusion failing = new FileExclusion(folder, Log.ofStore()) {
            @Override
            public void watch() {
                if (looks.getAndIncrement() == 0) {
                    throw new UncheckedIOException(new IOException("of the disk"));
                }
                super.watch();
            }
        };
        try (FileStore store = new FileStore(new TestContext(), failing)) {
            Grant grant = acquire(store);
            await().until(() -> looks.get() > 0);

            FileJvm.deleteFiles(folder.toPath());

            assertThat(grant.lost())
                    .succeedsWithin(20, TimeUnit.SECONDS)
                    .asString()
                    .contains("was deleted or replaced");
            assertThat(log.lines())
                    .containsExactly("[lockgraft] WARN work that was due on this thread has failed:"
                            + " java.io.UncheckedIOException: java.io.IOException: of the disk; caused by"
                            + " java.io.IOException: of the disk");
        }
    }

    /** Thousands of calls at once queue for a file; what is held must not end because of them. */
    @Test
    @FailsWithout("`LocalKey#letIn` asks the file only where a call waits, so that no renewal does")
    void aRenewalDoesNotWaitForTheFile() throws Exception {
        FileExclusion exclusion = new FileExclusion(folder, Log.ofStore());
        try (FileStore store = new FileStore(new TestContext(), exclusion)) {
            Grant grant = acquire(store);

            synchronized (exclusion.keys("K")) {
                CompletableFuture<Renewal> renewed = CompletableFuture.supplyAsync(
                        () -> store.renew(List.of(grant)).get(0).join());
                assertThat(renewed).succeedsWithin(20, TimeUnit.SECONDS).matches(Renewal::isHeld);
            }
        }
    }
}
