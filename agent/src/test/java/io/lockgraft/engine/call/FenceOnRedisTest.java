package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.bootstrap.Fence;
import io.lockgraft.engine.Crowd;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.Target;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Handoff;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.log.Log;
import io.lockgraft.store.compound.MajorityStore;
import io.lockgraft.store.redis.RedisStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store of an application's own that refuses tokens which are lower than the last one, under two JVMs' engines. */
@Timeout(120)
@Shows("fence tokens")
final class FenceOnRedisTest {
    private static final int ENGINES = 2;
    private static final int THREADS = 4;
    private static final int CALLS = 300;
    private static final String KEY = "shop:PAY:42";

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<LockEngine> engines = new ArrayList<>();
    private final Sites sites = new Sites();
    private final Crowd crowd = new Crowd(() -> "in Redis: " + servers.get(0).keys("*"));

    /** The application's store: the greatest token that it has seen. */
    private final AtomicLong greatest = new AtomicLong();

    private final Map<Long, Lease> leases = new ConcurrentHashMap<>();
    private final Set<Lease> refused = ConcurrentHashMap.newKeySet();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger passed = new AtomicInteger();

    static final class Shop {
        static void pay(Order order) {}
    }

    static final class Order {
        final String number = "42";
        long version;

        public void setVersion(long version) {
            this.version = version;
        }
    }

    @BeforeEach
    void beQuiet() {
        Log.to(new PrintStream(new ByteArrayOutputStream(), true));
    }

    @AfterEach
    void close() {
        engines.forEach(LockEngine::close);
        servers.forEach(RedisServer::close);
        Log.to(System.err);
    }

    private void open(int number) {
        List<RedisSettings> settings = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            servers.add(RedisServer.start());
            settings.add(
                    RedisSettings.of(Topology.single(servers.get(i).address())).build());
        }
        for (int i = 0; i < ENGINES; i++) {
            engines.add(Engines.of(sites, () -> backend(settings), Access.NONE));
        }
    }

    private static LockStore backend(List<RedisSettings> settings) {
        List<LockStore> backends = new ArrayList<>();
        settings.forEach(each -> backends.add(new RedisStore(new TestContext(), each)));
        return backends.size() == 1 ? backends.get(0) : new MajorityStore(new TestContext(), backends);
    }

    private int site(Handoff handoff) throws Exception {
        return Woven.add(
                sites,
                Woven.rule("PAY:{p0.number}")
                        .lock(LockKind.FENCED)
                        .handoff(handoff)
                        .waiting(Duration.ofSeconds(60))
                        .fence(Target.parse("p0.version"))
                        .build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null);
    }

    /** What the body does: a write, which the store takes or refuses. */
    private void write(Object call, Order order) {
        Hold hold = ((EnteredCall) call).hold();
        long token = hold.token();
        Lease lease = hold.part().lease();
        assertThat(order.version).as("in the argument").isEqualTo(token);
        assertThat(Fence.innermost()).as("for Locks.fence()").isEqualTo(token);
        Lease other = leases.put(token, lease);
        assertThat(other).as("another call with the token %d", token).isNull();
        passed.addAndGet(token == lease.grant().token() ? 0 : 1);
        long before = greatest.getAndAccumulate(token, Math::max);
        if (token > before) {
            taken.incrementAndGet();
        } else {
            refused.add(lease);
        }
    }

    private void call(int thread, int site) throws Throwable {
        Order order = new Order();
        Object call;
        try {
            call = engines.get(thread % ENGINES).enter(site, null, new Object[] {order});
        } catch (LockInterruptedException e) {
            return; // as it was asked to be
        }
        try {
            write(call, order);
        } finally {
            Woven.exit(call, null);
        }
    }

    /**
     * Where nothing is lost, the store takes all; where something is, it refuses only those who had lost their lock.
     */
    @ParameterizedTest
    @CsvSource({
        "1, false, false",
        "1, true, false",
        "1, false, true",
        "1, true, true",
        "3, false, false",
        "3, true, false"
    })
    void aStoreTakesTheHandoversInTheirOrder(int number, boolean interrupts, boolean losses) throws Throwable {
        open(number);
        int site = site(Handoff.ON.of(LockKind.FENCED));
        AtomicInteger calls = new AtomicInteger();
        for (LockEngine each : engines) {
            // Calls that wait for the first connection would all be interrupted.
            Woven.exit(each.enter(site, null, new Object[] {new Order()}), null);
        }

        crowd.run(ENGINES * THREADS, CALLS, interrupts, thread -> {
            if (losses && calls.incrementAndGet() % 97 == 0) {
                servers.get(0).command("DEL", KEY);
            }
            call(thread, site);
        });

        engines.forEach(each -> await().atMost(Duration.ofSeconds(20)).until(() -> each.gatesInUse() == 0));
        System.out.printf(
                "==== %d servers: %d calls, %d of them passed on, %d taken, %d leases refused, %d lost%n",
                number, leases.size(), passed.get(), taken.get(), refused.size(), lost());
        assertThat(crowd.surprises).isEmpty();
        assertThat(passed.get()).as("calls that were passed a lease").isPositive();
        if (!interrupts) {
            assertThat(leases).hasSize(ENGINES * THREADS * CALLS);
        }
        if (!losses) {
            assertThat(taken).hasValue(leases.size());
            assertThat(lost()).isZero();
        }
        assertThat((long) refused.size()).isLessThanOrEqualTo(lost());
    }

    private long lost() {
        return sites.counters().get("pay-order").of(Event.LOST);
    }

    /** Until the loss is known, calls go on being passed what is lost: their tokens are lower than the next grant's. */
    @Test
    void whoIsPassedALeaseThatIsLostAlreadyIsRefusedByTheStore() throws Throwable {
        open(1);
        int site = site(new Handoff(64, Duration.ofMinutes(1)));
        Order order = new Order();
        Object first = engines.get(0).enter(site, null, new Object[] {order});
        write(first, order);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread next = new Thread(() -> {
            Order its = new Order();
            try {
                Object call = engines.get(0).enter(site, null, new Object[] {its});
                begun.countDown();
                end.await(60, TimeUnit.SECONDS);
                write(call, its);
                Woven.exit(call, null);
            } catch (Throwable e) {
                crowd.surprises.add(e);
            }
        });
        next.start();
        await().until(() -> next.getState() == Thread.State.TIMED_WAITING);

        servers.get(0).command("DEL", KEY);
        Order others = new Order();
        Object other = engines.get(1).enter(site, null, new Object[] {others});
        Woven.exit(first, null);
        assertThat(begun.await(20, TimeUnit.SECONDS)).as("is passed the lease").isTrue();
        write(other, others);
        end.countDown();
        next.join();
        Woven.exit(other, null);

        assertThat(crowd.surprises).isEmpty();
        assertThat(passed).hasValue(1);
        assertThat(taken).as("the first one's, and the other JVM's").hasValue(2);
        assertThat(refused).containsExactly(((EnteredCall) first).hold().part().lease());
        await().until(() -> lost() == 1);
    }
}
