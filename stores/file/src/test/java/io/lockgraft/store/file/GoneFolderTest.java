package io.lockgraft.store.file;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls that wait for a key while the folder of the locks goes. */
@Timeout(60)
final class GoneFolderTest {
    @TempDir
    private Path temporary;

    private Path locks;
    private FileStore store;

    @BeforeEach
    void open() throws Exception {
        locks = Files.createDirectory(temporary.resolve("locks"));
        store = new FileStore(new TestContext(), locks.toFile());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Request request(long owner, long waitMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        return Requests.of(LockKind.EXCLUSIVE, 1, List.of("K"), owner, 30_000, deadline);
    }

    private Answer answer(Attempt attempt) throws Exception {
        return attempt.answer().get(30, SECONDS);
    }

    private List<Attempt> waiting(long waitMillis) {
        List<Attempt> waiting = new ArrayList<>();
        for (long owner = 2; owner <= 4; owner++) {
            waiting.add(store.acquire(request(owner, waitMillis)));
        }
        return waiting;
    }

    @Test
    @FailsWithout("`LocalKeys` keeps the failure of those who wait from a claim that gives back")
    void eachThatWaitsIsToldSo() throws Exception {
        Grant held = answer(store.acquire(request(1, 0))).grant();
        List<Attempt> waiting = waiting(3_000);

        FileJvm.deleteFiles(locks);
        Files.delete(locks);

        assertThat(held.lost().get(30, SECONDS)).contains("deleted or replaced");
        for (Attempt each : waiting) {
            assertThat(answer(each).cause())
                    .as("busy: %s", answer(each).isBusy())
                    .hasMessageContaining("is there no more; make it again");
        }
    }

    @Test
    @FailsWithout("`LocalKeys` keeps the failure of those who wait from a claim that gives back")
    void theyGoOnWhenItIsThereAgain() throws Exception {
        Grant held = answer(store.acquire(request(1, 0))).grant();
        List<Attempt> waiting = waiting(25_000);

        FileJvm.deleteFiles(locks);
        Files.delete(locks);
        assertThat(held.lost().get(30, SECONDS)).contains("deleted or replaced");
        Files.createDirectory(locks);

        for (Attempt each : waiting) {
            answer(each).grant().release();
        }
    }
}
