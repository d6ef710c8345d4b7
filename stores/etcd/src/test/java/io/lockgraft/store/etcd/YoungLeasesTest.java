package io.lockgraft.store.etcd;

import static io.lockgraft.store.etcd.EtcdServer.map;
import static io.lockgraft.store.etcd.EtcdStoreTest.granted;
import static io.lockgraft.store.etcd.EtcdStoreTest.request;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lease that has just begun is used without a request, and still lasts as long as its grant says. */
@Timeout(60)
final class YoungLeasesTest {
    private static final String KEEP_ALIVE = "/v3/lease/keepalive";
    private static EtcdServer server;

    private final String key = "young:" + UUID.randomUUID();
    private BetweenServer between;
    private LockStore store;

    @BeforeAll
    static void start() throws Exception {
        server = new EtcdServer();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        between = new BetweenServer(server, (path, body) -> null);
        store = new EtcdStore(new TestContext(), EtcdServer.settings(between.address()));
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        between.close();
    }

    private Grant taken(String its) throws Exception {
        return granted(store, request(LockKind.EXCLUSIVE, its, 0));
    }

    private static void released(Grant grant) throws Exception {
        assertThat(grant.release().get(10, SECONDS).isHeld()).isTrue();
    }

    @Test
    @FailsWithout("`Leases#makeYoung` sends nothing for a lease that is young")
    void aTakeByALeaseThatHasJustBegunIsOneRequest() {
        await("a take by a young lease").atMost(Duration.ofSeconds(30)).until(() -> {
            released(taken(key));
            between.asked.clear();
            Grant grant = taken(key);
            List<String> asked = List.copyOf(between.asked);
            released(grant);
            return asked.equals(List.of("/v3/kv/txn"));
        });
    }

    @Test
    @FailsWithout("`EtcdLease#isYoung` is over after the time by which the lease is longer than its key needs")
    void aTakeByALeaseThatIsNoLongerYoungBeginsItAnew() throws Exception {
        released(taken(key));
        long given = System.nanoTime();
        await().until(() -> System.nanoTime() - given > EtcdLease.YOUNG);
        between.asked.clear();

        taken(key);

        assertThat(between.asked).containsExactly(KEEP_ALIVE, "/v3/kv/txn");
    }

    @Test
    @FailsWithout("`Leases#seconds` adds the time in which a lease is young")
    void aGrantByALeaseThatIsHardlyYoungAnyMoreEndsNoEarlierThanItSays() throws Exception {
        long shortest = EtcdStore.CAPABILITIES.shortestLease();
        long begun = System.nanoTime();
        released(granted(store, request(LockKind.EXCLUSIVE, key, shortest, 0)));
        await().pollInterval(Duration.ofMillis(5)).until(() -> System.nanoTime() - begun > EtcdLease.YOUNG * 9 / 10);

        Grant grant = granted(store, request(LockKind.EXCLUSIVE, key, shortest, 0));

        await().pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(30))
                .until(() -> !server.isHeld(key));
        assertThat(NANOSECONDS.toMillis(System.nanoTime() - grant.sentAt())).isGreaterThanOrEqualTo(shortest);
    }

    @Test
    @FailsWithout("`Leases#hasEnded` drops those that are free")
    void freeLeasesThatEtcdHasForgottenKeepNoKeyFromBeingTaken() throws Exception {
        List<Grant> held = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            held.add(taken(key + i));
        }
        List<Long> leases = new ArrayList<>();
        for (int i = 0; i < held.size(); i++) {
            leases.add(server.queue(key + i).holders().get(0).stored.lease);
        }
        for (Grant each : held) {
            released(each);
        }
        for (long each : leases) {
            server.post("/v3/lease/revoke", map("ID", Long.toString(each)));
        }
        between.asked.clear();

        taken(key);

        assertThat(between.asked).filteredOn("/v3/kv/txn"::equals).hasSizeLessThan(4);
    }
}
