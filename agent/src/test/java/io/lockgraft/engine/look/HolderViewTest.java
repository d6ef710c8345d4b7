package io.lockgraft.engine.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.Requests;
import java.lang.reflect.Field;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lease that no call has, as it is seen while a call takes it. */
final class HolderViewTest {
    private static final String KEY = "shop:PAY:42";

    private final Sites sites = new Sites();

    static final class Shop {
        static void pay(String order) {}
    }

    private Hold hold() {
        Site site = sites.get(Woven.add(
                sites,
                Woven.rule("PAY:{p0}").build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null))[0];
        return new Hold(site, Thread.currentThread(), null, 0, System.nanoTime(), 0, List.of(KEY), null);
    }

    @Test
    @FailsWithout("`HolderView#of` reads the part that the holder of a lease is written with")
    void aCallThatIsWrittenAsTheHolderBeforeItHasItsPartIsSeen() throws Exception {
        Hold first = hold();
        Lease lease =
                new Lease(new GrantDouble(Requests.exclusive(KEY, 7, 30_000, 0), System.nanoTime(), 0), first, false);
        lease.begin(first);
        Hold next = hold();
        writtenAsHolder(lease, next.ownPart());
        assertThat(next.part()).isNull();

        HolderView view = HolderView.of(HolderKind.LINGERING, lease, System.nanoTime());

        assertThat(view.kind()).isEqualTo(HolderKind.LINGERING);
        assertThat(view.site()).isSameAs(next.site());
    }

    /** The first of the two writes by which a call takes a lease. */
    private static void writtenAsHolder(Lease lease, LeasePart part) throws ReflectiveOperationException {
        Field holder = Lease.class.getDeclaredField("holder");
        holder.setAccessible(true);
        holder.set(lease, part);
    }
}
