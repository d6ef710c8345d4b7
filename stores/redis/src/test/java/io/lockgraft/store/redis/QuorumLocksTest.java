package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.loaded;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.compound.MajorityStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who has the majority of three servers, as they tell it together. */
@Timeout(60)
final class QuorumLocksTest {
    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisStore> members = new ArrayList<>();
    private MajorityStore quorum;

    @BeforeEach
    void start() {
        for (int i = 0; i < 3; i++) {
            servers.add(RedisServer.start());
            RedisSettings settings = RedisSettings.of(
                            Topology.single(servers.get(i).address()))
                    .timeout(Duration.ofSeconds(1))
                    .build();
            members.add(loaded(new RedisStore(new TestContext(), settings)));
        }
        quorum = new MajorityStore(new TestContext(), members, "server ", " of redis.quorum");
        quorum.load().join();
    }

    @AfterEach
    void stop() {
        quorum.close();
        servers.forEach(RedisServer::close);
    }

    @Test
    @FailsWithout("`MajorityLocks#held` tells those alone that most members have")
    void whatOneMemberHasIsNoLockOfTheMajority() throws Exception {
        Locks.grant(members.get(0), "k", 1_000);
        List<StoredLock> found = new ArrayList<>();

        quorum.scan("", found::add).get(10, SECONDS);

        assertThat(quorum.locks("k").get(10, SECONDS)).isEmpty();
        assertThat(found).isEmpty();
        assertThat(members.get(0).locks("k").get(10, SECONDS)).hasSize(1);
    }

    @Test
    @FailsWithout("`MajorityLocks#ofMost` needs the answers of most members, and of no more")
    void aMemberThatIsDownChangesNothing() throws Exception {
        Grant held = granted(quorum.acquire(request("k", 5_000)));
        await().until(() ->
                servers.stream().allMatch(server -> !server.keys("k").isEmpty()));
        assertThat(Renewals.isHeld(quorum, held)).isTrue();
        servers.get(1).close();

        List<StoredLock> locks = quorum.locks("k").get(30, SECONDS);

        assertThat(locks).hasSize(1);
        StoredLock lock = locks.get(0);
        assertThat(Owner.holder(lock.owner()))
                .isEqualTo(held.request().owner().jvm().name());
        assertThat(lock.rule()).isEqualTo("test");
        assertThat(lock.heldMillis()).isNotNegative();
        assertThat(lock.leftMillis()).isBetween(1L, 31_000L);
        assertThat(quorum.unlock("k", lock.owner()).get(30, SECONDS)).isTrue();
        assertThat(quorum.locks("k").get(30, SECONDS)).isEmpty();
        assertThat(release(held)).isFalse();
        servers.get(2).close();
        assertThatThrownBy(() -> quorum.locks("k").get(30, SECONDS)).hasMessageContaining("127.0.0.1");
    }

    /** All readers of a JVM have an entry at each member; a number belongs to one of them. */
    @Test
    void oneOfTwoReadersOfAJvmIsTakenOut() throws Exception {
        Grant first = granted(quorum.acquire(request(LockKind.READ, "k", 5_000)));
        Grant second = granted(quorum.acquire(request(LockKind.READ, "k", 5_000)));
        await().until(() -> servers.stream().allMatch(server -> (Long) server.command("HLEN", "k") == 3));
        List<StoredLock> both = quorum.locks("k").get(10, SECONDS);
        assertThat(both).hasSize(2);

        assertThat(quorum.unlock("k", both.get(0).owner()).get(10, SECONDS)).isTrue();

        assertThat(quorum.locks("k").get(10, SECONDS))
                .extracting(StoredLock::owner)
                .containsExactly(both.get(1).owner());
        assertThat(release(first)).isNotEqualTo(release(second));
    }

    @Test
    void aProbeNamesTheMemberThatCannotBeUsed() throws Exception {
        servers.get(1).close();

        assertThat(quorum.probe().get(60, SECONDS))
                .anySatisfy(each -> assertThat(each).startsWith("server 1 of redis.quorum: locks are kept on"))
                .anySatisfy(each -> assertThat(each).startsWith("server 2 of redis.quorum cannot be used: "));
    }
}
