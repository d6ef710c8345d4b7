package io.lockgraft.conformance;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.conformance.jvm.OtherJvm;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.testing.NewThreads;
import io.lockgraft.testing.store.Rivals;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The threads of a store, whichever group they are in: those that its JVM has more since it was opened. */
abstract class ThreadConformance extends ConformanceGround {
    /** In this JVM the stores of other tests have threads meanwhile, which end with these tests. */
    private static final Duration ALL_TESTS = Duration.ofSeconds(60);

    @Test
    void itsThreadsAreNamedDaemonsAndEndWithIt() throws Exception {
        if (capabilities().reach() == Reach.JVM) {
            NewThreads threads = new NewThreads();
            threads.look();
            use(open(), () -> {
                List<String> running = new ArrayList<>();
                threads.running().forEach(thread -> running.add(OtherJvm.text(thread)));
                return running;
            });
            Set<Thread> begun = threads.running(); // later tests have threads of their own
            await("its threads end with it")
                    .atMost(ALL_TESTS)
                    .untilAsserted(
                            () -> assertThat(begun).filteredOn(Thread::isAlive).isEmpty());
            return;
        }
        try (OtherJvm process = OtherJvm.start()) {
            List<String> before = process.threads();
            use(process.open(opening()), () -> more(process, before));
            await("its threads end with it")
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(more(process, before)).isEmpty());
        }
    }

    /** Whether a daemon of this name belongs to a library that starts it once for the whole process. */
    protected boolean isOfADriver(String thread) {
        return false;
    }

    private interface Threads {
        List<String> running() throws IOException;
    }

    /** Closes it behind that. */
    private void use(LockStore store, Threads threads) throws Exception {
        try (store) {
            for (LockKind kind : kinds()) {
                String name = key + kind;
                Grant grant = granted(store.acquire(request(kind, name, longLease, AMPLE)));
                Attempt next = waiting(store, request(Rivals.of(kind), name, longLease, 60_000));
                assertThat(renew(store, grant)).containsExactly(true);
                if (capabilities().can(Capability.LOCKS)) {
                    store.scan(name, lock -> {}).get(30, SECONDS);
                }
                release(grant);
                release(granted(next));
            }
            assertThat(threads.running())
                    .allMatch(OtherJvm::isDaemon, "a daemon")
                    .noneMatch(text -> text.matches("(.* )?(Thread|Timer|pool)-\\d+.*"), "without a name of its own");
        }
    }

    private List<String> more(OtherJvm process, List<String> before) {
        List<String> threads = new ArrayList<>(process.threads());
        before.forEach(threads::remove);
        threads.removeIf(this::isOfADriver);
        return threads;
    }
}
