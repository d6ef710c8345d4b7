package io.lockgraft.spi.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

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
