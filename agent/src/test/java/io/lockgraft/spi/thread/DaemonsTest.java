package io.lockgraft.spi.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Quick;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a thread of ours has from the application's thread that happened to make it: nothing. */
final class DaemonsTest {
    private static final InheritableThreadLocal<String> OF_THE_APPLICATION = new InheritableThreadLocal<>();

    /** A thread as an application server has it, which makes one of ours. */
    private static Seen madeInAnApplication(Supplier<Thread> maker, Seen seen) throws InterruptedException {
        Thread request = new Thread(new ThreadGroup("of the application"), () -> {
            OF_THE_APPLICATION.set("a session");
            Thread.currentThread().setContextClassLoader(new ClassLoader() {});
            Thread.currentThread().setPriority(Thread.MAX_PRIORITY);
            try {
                maker.get().join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        request.start();
        request.join();
        return seen;
    }

    private static final class Seen implements Runnable {
        private Thread thread;
        private ThreadGroup group;
        private ClassLoader loader;
        private String inherited;

        @Override
        public void run() {
            thread = Thread.currentThread();
            group = thread.getThreadGroup();
            loader = thread.getContextClassLoader();
            inherited = OF_THE_APPLICATION.get();
        }

        private void requireNothingOfTheApplication() {
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread.getPriority()).isEqualTo(Thread.NORM_PRIORITY);
            assertThat(group.getParent()).as("the group above %s", group).isNull();
            assertThat(inherited).isNull();
        }
    }

    /** The main class of a JVM with a small {@code -Xss}: how deep its own threads get, and ours. */
    static final class Depths {
        public static void main(String[] arguments) throws InterruptedException {
            AtomicInteger its = new AtomicInteger();
            AtomicInteger ours = new AtomicInteger();
            Thread thread = new Thread(() -> its.set(depth()));
            thread.start();
            thread.join();
            Daemons.start("ours", () -> ours.set(depth())).join();
            System.out.print(its + " " + ours);
        }

        private static int depth() {
            int[] depth = {0};
            try {
                descend(depth);
            } catch (StackOverflowError end) {
                // That is its end.
            }
            return depth[0];
        }

        private static void descend(int[] depth) {
            if (++depth[0] < Integer.MAX_VALUE) {
                descend(depth);
            }
        }
    }

    /** Interpreted, so that a frame is as large on both. */
    @Test
    @Timeout(60)
    @FailsWithout("`Daemons` gives its threads stacks of their own size, whatever -Xss says")
    void aThreadHasItsOwnStackWhereTheApplicationsAreSmall() throws Exception {
        Quick.leaveOut("JVM");
        ProcessBuilder command = new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xint",
                "-Xss256k",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Depths.class.getName());
        command.environment().remove("JAVA_TOOL_OPTIONS");
        Process jvm = command.redirectErrorStream(true).start();
        try {
            String written = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(written).matches("\\d+ \\d+");
            String[] depths = written.split(" ");
            assertThat(Integer.parseInt(depths[1]))
                    .as("frames of a thread of ours, where one of the application's has %s", depths[0])
                    .isGreaterThan(2 * Integer.parseInt(depths[0]));
        } finally {
            jvm.destroyForcibly();
        }
    }

    @Test
    void aThreadTakesNothingAlong() throws Exception {
        Seen seen = new Seen();
        madeInAnApplication(() -> Daemons.start("ours", seen), seen).requireNothingOfTheApplication();

        assertThat(seen.thread.getName()).isEqualTo("ours");
        assertThat(seen.loader).isNull();
    }

    @Test
    void aThreadOfTheBackendHasOurLoader() throws Exception {
        DaemonThreads threads = new DaemonThreads("ours");
        threads.newThread(() -> {});
        Seen seen = new Seen();
        Supplier<Thread> maker = () -> {
            Thread made = threads.newThread(seen);
            made.start();
            return made;
        };
        madeInAnApplication(maker, seen).requireNothingOfTheApplication();

        assertThat(seen.thread.getName()).isEqualTo("ours-2");
        assertThat(seen.loader).isSameAs(DaemonThreads.class.getClassLoader());
    }
}
