package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The first calls of JVMs on a machine that has ten times as much to do as it can: none is refused while Redis is up.
 * CONTRIBUTING.md tells how to run it as a measurement.
 */
@Tag("whole")
@Tag("load")
class ColdStartsIT {
    private static final int STARTS = 50;
    private static final int TIMES = 10;
    private static final String NICE = System.getProperty("lockgraft.test.nice", "15");
    private static final String[] KEYS = {"A", "B", "C", "D", "E"};

    /** Processes that never stop, as many as make up that load. */
    private static final class Load implements AutoCloseable {
        private final List<Process> busy = new ArrayList<>();

        private Load() throws IOException {
            // They end with this JVM, however that ends.
            String loop = "while kill -0 " + ProcessHandle.current().pid() + "; do :; done";
            for (int i = 0; i < TIMES * Runtime.getRuntime().availableProcessors(); i++) {
                busy.add(new ProcessBuilder("nice", "-n", NICE, "sh", "-c", loop).start());
            }
        }

        @Override
        public void close() {
            busy.forEach(Process::destroyForcibly);
        }
    }

    @Test
    void noCallIsRefused() throws Exception {
        List<String> refused = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                Load load = new Load()) {
            System.out.println("==== cold starts under load");
            for (int i = 0; i < STARTS; i++) {
                long begun = System.nanoTime();
                try (AppProcess job = AppProcess.of(Jvms.running(), "JobApp", KEYS)
                        .rules(RulesText.on(redis.address(), "wait: 2s")
                                .lock("JobApp.work(String)")
                                .toString())
                        .start()) {
                    job.succeeds(Duration.ofMinutes(5));
                    job.output().stream()
                            .filter(line -> line.startsWith("failed"))
                            .forEach(refused::add);
                    System.out.printf("%4d: %6d ms, %s%n", i, (System.nanoTime() - begun) / 1_000_000, job.output());
                }
            }
            assertThat(load.busy).allMatch(Process::isAlive);
        }
        assertThat(refused).as("calls of %d JVMs", STARTS).isEmpty();
    }
}
