package io.lockgraft.store.etcd;

import static io.lockgraft.store.etcd.EtcdStoreTest.granted;
import static io.lockgraft.store.etcd.EtcdStoreTest.request;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.http.HttpCall;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three members, each behind a network of its own, of which one is away. */
@Timeout(120)
final class ClusterTest {
    private static final int MEMBERS = 3;

    private final List<EtcdServer> members = new ArrayList<>();
    private final List<TcpProxy> networks = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        members.addAll(EtcdServer.cluster(MEMBERS));
        members.forEach(each -> networks.add(new TcpProxy(each.port())));
    }

    @AfterEach
    void stop() throws Exception {
        networks.forEach(TcpProxy::close);
        for (EtcdServer each : members) {
            each.close();
        }
    }

    /** The members in this order. */
    private LockStore open() {
        String[] addresses = networks.stream().map(EtcdServer::through).toArray(String[]::new);
        return new EtcdStore(new TestContext(), EtcdServer.settings(addresses));
    }

    @Test
    @Shows("a member of etcd dies, or falls silent")
    void aMemberThatDiesTakesNoLockWithIt() throws Exception {
        try (LockStore store = open();
                LockStore other = open()) {
            Grant grant = granted(store, request(LockKind.FENCED, "key", 0));
            Attempt waiting = other.acquire(request(LockKind.FENCED, "key", 100_000));
            await().until(waiting::isContended);

            members.get(0).kill();

            await().atMost(Duration.ofSeconds(60)).until(() -> isHeld(store, grant));
            assertThat(waiting.answer().isDone()).isFalse();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> granted(store, request(LockKind.FENCED, "free", 30_000))
                            .release()
                            .get(10, SECONDS)
                            .isHeld());
            grant.release();
            assertThat(waiting.answer().get(60, SECONDS).grant().token()).isGreaterThan(grant.token());
        }
    }

    @Test
    @Shows("a member of etcd dies, or falls silent")
    @FailsWithout("`HttpClient#moveOn` leaves a server that does not answer")
    void aMemberThatFallsSilentIsLeftForTheNextOne() throws Exception {
        try (LockStore store = open()) {
            Grant grant = granted(store, request(LockKind.EXCLUSIVE, "key", 0));

            networks.get(0).cut();

            await().atMost(Duration.ofSeconds(60)).until(() -> isHeld(store, grant));
            granted(store, request(LockKind.EXCLUSIVE, "other", 60_000));
        }
    }

    @Test
    @Shows("a member of etcd is cut off from the others")
    @FailsWithout("`Gateway#stream` asks a member to end its answer once it has no leader")
    void aWatchAtAMemberThatIsCutOffFromTheOthersEnds() throws Exception {
        var what = Map.of("create_request", Txn.range("any", null));
        try (HttpCall watch = members.get(0).witness().stream("/v3/watch", what, SECONDS.toNanos(40))) {
            assertThat(watch.line()).contains("created");

            members.get(1).kill();
            members.get(2).kill();

            assertThat(watch.line()).contains("no leader");
        }
    }

    private static boolean isHeld(LockStore store, Grant grant) throws Exception {
        var renewal = store.renew(List.of(grant)).get(0).get(30, SECONDS);
        assertThat(renewal.isLost()).as("lost").isFalse();
        return renewal.isHeld();
    }
}
