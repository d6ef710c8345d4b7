package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The threads that a test makes; when it has closed what it opened, they end. */
public final class NewThreads implements BeforeEachCallback, AfterEachCallback {
    /** Those of the JVM, and of what tests are made of. */
    private static final List<String> OTHERS = List.of(
            "Attach Listener",
            "process reaper",
            "Awaitility",
            "awaitility",
            "junit",
            "proxy-",
            "hiccups",
            "greedy",
            "fuzz");

    private Set<Thread> before;

    @Override
    public void beforeEach(ExtensionContext test) {
        look();
    }

    /** What runs now is none of them. */
    public void look() {
        before = new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    @Override
    public void afterEach(ExtensionContext test) {
        awaitEnd();
    }

    /** Those that are running now. */
    public Set<Thread> running() {
        Set<Thread> threads = new HashSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            boolean other = OTHERS.stream().anyMatch(thread.getName()::startsWith);
            if (!before.contains(thread) && !other && thread.isAlive()) {
                threads.add(thread);
            }
        }
        return threads;
    }

    public void awaitEnd() {
        await("the threads that a test made end with what it closed")
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(running()).isEmpty());
    }
}
