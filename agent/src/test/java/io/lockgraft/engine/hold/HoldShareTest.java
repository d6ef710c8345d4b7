package io.lockgraft.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.Requests;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of a hold's grant, and who is told. */
final class HoldShareTest {
    private final Sites sites = new Sites();
    private final Hold hold = hold();
    private final Lease lease = new Lease(
            new GrantDouble(Requests.exclusive("shop:PAY:42", 7, 30_000, 0), System.nanoTime(), 0), hold, false);

    static final class Shop {
        static void pay(String order) {}
    }

    /** A grant of a store that is not asked. */
    private Hold hold() {
        Site site = sites.get(sites.add(
                Woven.rule("PAY:{p0}").build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), null));
        return new Hold(site, Thread.currentThread(), null, 0, System.nanoTime(), 0, List.of("shop:PAY:42"), null);
    }

    @Test
    void whatIsGivenBackIsNeitherLostNorGivenBackAgain() {
        lease.begin(hold);

        assertThat(hold.grant().end()).isTrue();

        assertThat(hold.grant().lose("gone")).isFalse();
        assertThat(hold.grant().endEarly()).isFalse();
        assertThat(hold.grant().end()).isFalse();
        assertThat(hold.grant().state()).isEqualTo(GrantState.RELEASED);
    }

    @Test
    void whatIsLostIsToldOnceAndStillGivenBack() {
        lease.begin(hold);

        assertThat(hold.grant().lose("gone")).isTrue();
        assertThat(hold.grant().lose("gone")).isFalse();

        assertThat(hold.grant().loss().reason()).contains("gone");
        assertThat(hold.grant().endEarly()).isFalse();
        assertThat(hold.grant().end()).as("the store may know better").isTrue();
    }

    @Test
    void whatIsGivenBackEarlyIsNotGivenBackAtTheEnd() {
        lease.begin(hold);

        assertThat(hold.grant().endEarly()).isTrue();

        assertThat(hold.grant().end()).isFalse();
        assertThat(hold.grant().lose("gone")).isFalse();
    }

    @Test
    void aLossThatIsFoundWhileALeaseIsPassedOnIsSeenByTheOneOrTheOther() {
        Hold next = hold();
        lease.begin(hold);
        assertThat(hold.grant().end()).isTrue();

        lease.lose("gone");
        assertThat(hold.grant().lose("gone")).as("nobody has it in this moment").isFalse();
        lease.passTo(next, System.nanoTime());

        assertThat(lease.lost()).as("seen by the one that passes it on").isEqualTo("gone");
        assertThat(next.grant().lose(lease.lost())).isTrue();
        assertThat(hold.grant().state()).isEqualTo(GrantState.RELEASED);
    }
}
