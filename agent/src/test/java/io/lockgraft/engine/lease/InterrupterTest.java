package io.lockgraft.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.rules.OnLost;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
@FailsWithout("`Interrupter` lets the other interrupts go on when one hangs")
@Shows("an interrupt that the agent was asked for (`onLost`, `hold.onExceeded`) hangs in the application's "
        + "own `Thread.interrupt`, or in a channel that it closes")
final class InterrupterTest {
    private final Sites sites = new Sites();
    private final CountDownLatch goOn = new CountDownLatch(1);

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    static final class Shop {
        static void pay(String order) {}
    }

    /** A thread whose interrupt does not come back, as one that closes a channel of a file system that hangs. */
    private final class Hanging extends Thread {
        private final CountDownLatch begun = new CountDownLatch(1);

        @Override
        public void interrupt() {
            begun.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @AfterEach
    void goOn() {
        goOn.countDown();
        await().until(() -> threads() == 0);
    }

    private LeasePart grant(Thread of) {
        Site site = sites.get(Woven.add(
                sites,
                Woven.rule("PAY:{p0}").onLost(OnLost.INTERRUPT).build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null))[0];
        return new Hold(site, of, null, 0, System.nanoTime(), 0, List.of("shop:PAY:42"), null).ownPart();
    }

    private static final class Interrupted extends Thread {
        private final CountDownLatch done = new CountDownLatch(1);

        @Override
        public void interrupt() {
            done.countDown();
        }
    }

    @Test
    void anInterruptThatHangsDoesNotKeepThoseFromTheirsThatComeLater() throws Exception {
        Interrupter interrupter = new Interrupter(0);
        Hanging hanging = new Hanging();
        interrupter.interrupt(grant(hanging));
        hanging.begun.await();

        for (int i = 0; i < 3; i++) {
            Interrupted later = new Interrupted();
            interrupter.interrupt(grant(later));
            later.done.await();
        }

        assertThat(log.toString())
                .containsOnlyOnce("interrupting the thread that holds a lock takes longer than a second");
    }

    @Test
    void whoWaitsBehindOneThatHangsIsInterruptedByAnotherThread() throws Exception {
        Interrupter interrupter = new Interrupter(Interrupter.PATIENCE);
        Hanging hanging = new Hanging();
        interrupter.interrupt(grant(hanging));
        hanging.begun.await();
        Interrupted behind = new Interrupted();
        interrupter.interrupt(grant(behind));

        behind.done.await();
    }

    @Test
    void noMoreThanEightThreadsAreLeftHangingAndTheyEndWhenTheyGoOn() throws Exception {
        Interrupter interrupter = new Interrupter(0);
        for (int i = 0; i < 8; i++) {
            Hanging hanging = new Hanging();
            interrupter.interrupt(grant(hanging));
            hanging.begun.await();
        }
        Interrupted behind = new Interrupted();
        interrupter.interrupt(grant(behind));
        assertThat(threads()).isEqualTo(8);

        goOn.countDown();

        behind.done.await();
        await().until(() -> threads() == 0);
        Interrupted next = new Interrupted();
        interrupter.interrupt(grant(next));
        next.done.await();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(Interrupter.THREAD))
                .count();
    }
}
