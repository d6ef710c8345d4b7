package io.lockgraft.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HoldersByThreadTest {
    private final HoldersByThread inside = new HoldersByThread();

    static final class Shop {
        static void pay(String order) {}
    }

    /** As an application may write it: equal by name, and its hash changes with that. */
    @SuppressWarnings("deprecation")
    private static final class Named extends Thread {
        Named(String name) {
            super(name);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Named && ((Named) other).getName().equals(getName());
        }

        @Override
        public int hashCode() {
            return getName().hashCode();
        }
    }

    private static Hold call(Thread thread) {
        Sites sites = new Sites();
        Site site = sites.get(Woven.add(
                sites,
                Woven.rule("k").lock(LockKind.FAIR).build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null))[0];
        return new Hold(site, thread, null, 0, 0, 0, List.of("k"), null);
    }

    @Test
    @FailsWithout("`HoldersByThread` finds a hold by the thread's identity, whatever the thread says that it equals")
    void aThreadThatCallsItselfEqualToAnotherHasNothingOfIts() {
        Thread first = new Named("worker");
        inside.letIn(call(first));

        assertThat(inside.of(new Named("worker"))).isNull();
    }

    @Test
    void aThreadThatIsRenamedIsFound() {
        Thread thread = new Named("worker");
        Hold call = call(thread);
        inside.letIn(call);
        thread.setName("worker of order 42");

        assertThat(inside.of(thread)).isSameAs(call);
        assertThat(inside.takeOut(call)).isTrue();
        assertThat(inside.isEmpty()).isTrue();
    }

    @Test
    void whoComesBackBeforeAnotherThreadHasEndedItsFirstCallHasBoth() {
        Thread thread = new Thread();
        Hold first = call(thread);
        Hold second = call(thread);
        inside.letIn(first);
        inside.letIn(second);

        assertThat(inside.of(thread)).isSameAs(second);
        assertThat(inside.takeOut(first)).isTrue();
        assertThat(inside.takeOut(first)).as("twice").isFalse();
        assertThat(inside.of(thread)).isSameAs(second);
        assertThat(inside.takeOut(second)).isTrue();
        assertThat(inside.isEmpty()).isTrue();
    }
}
