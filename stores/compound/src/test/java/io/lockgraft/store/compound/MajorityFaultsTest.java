package io.lockgraft.store.compound;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.AttemptDouble;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.ForwardingStore;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Exceptions of a member store. */
@Timeout(120)
@FailsWithout("`MajorityAttempt#run`, `MajorityAttempt#brokenOff` and `Vote#send` end an attempt when a fault happens"
        + " in the quorum's own work")
final class MajorityFaultsTest {
    private static final AtomicLong OWNERS = new AtomicLong();

    private final List<FaultyServer> stores = new ArrayList<>();
    private final AtomicInteger strikes = new AtomicInteger();
    private volatile Moment fault;
    /** What happens when the votes are first counted, under the lock of the attempt. */
    private volatile Callable<?> counting;

    private final LockStore quorum = quorum();

    /** Where it strikes. */
    private enum Moment {
        A_SERVER_IS_ASKED,
        THE_VOTES_ARE_COUNTED
    }

    private LockStore quorum() {
        List<LockStore> servers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            stores.add(new FaultyServer());
            FaultyStore server = new FaultyStore(stores.get(i));
            server.delay = 5;
            servers.add(new Faulty(server));
        }
        return new MajorityStore(new TestContext(), servers);
    }

    @AfterEach
    void close() {
        stores.forEach(FaultyServer::thaw);
        quorum.close();
    }

    @Test
    void serversAreAskedAgainAfterAFault() throws Exception {
        fault = Moment.A_SERVER_IS_ASKED;
        strikes.set(3);

        Grant grant = quorum.acquire(request("k")).answer().get(30, SECONDS).grant();

        assertThat(strikes).hasValueLessThanOrEqualTo(0);
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        await().until(() -> stores.stream().noneMatch(store -> store.isHeld("k")));
    }

    @Test
    void aCallIsToldOfAFaultInTheLastJudgementAndLeavesNothingAtTheServers() throws Exception {
        fault = Moment.THE_VOTES_ARE_COUNTED;
        strikes.set(3);

        Answer answer = quorum.acquire(request("k")).answer().get(30, SECONDS);

        assertThat(answer.grant()).isNull();
        assertThat(answer.cause()).hasMessage("a fault of the store");
        fault = null;
        await().until(() -> stores.stream().noneMatch(store -> store.isHeld("k")));
        Grant grant = quorum.acquire(request("k")).answer().get(30, SECONDS).grant();
        assertThat(Renewals.isHeld(grant.release())).isTrue();
    }

    @Test
    void aCallThatWaitsWhileItsClientIsClosedIsTold() throws Exception {
        quorum.acquire(request("k")).answer().get(30, SECONDS);
        Attempt waiting = quorum.acquire(request("k"));
        await().until(waiting::isContended);

        quorum.close();

        assertThat(waiting.answer().get(30, SECONDS).cause()).hasMessage("the lock client has been closed");
    }

    /** A gate asks it with its own lock held, on any thread. */
    @Test
    void whetherOthersHoldItIsSaidWhileTheVotesAreCounted() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch judging = new CountDownLatch(1);
        counting = () -> {
            judging.countDown();
            return goOn.await(60, SECONDS);
        };
        Attempt asking = quorum.acquire(request("k"));
        try {
            assertThat(judging.await(30, SECONDS)).isTrue();

            assertThat(CompletableFuture.supplyAsync(asking::isContended).get(30, SECONDS))
                    .isFalse();
        } finally {
            goOn.countDown();
        }
        Grant grant = asking.answer().get(30, SECONDS).grant();
        assertThat(Renewals.isHeld(grant.release())).isTrue();
    }

    /** For as long as this test takes, and longer. */
    private static Request request(String key) {
        return Requests.of(
                LockKind.FENCED,
                1,
                Collections.singletonList(key),
                OWNERS.incrementAndGet(),
                30_000,
                System.nanoTime() + SECONDS.toNanos(3_600));
    }

    private <T> T struck(Moment moment, Supplier<T> work) {
        if (fault == moment && strikes.getAndDecrement() > 0) {
            throw new IllegalStateException("a fault of the store");
        }
        return work.get();
    }

    private final class Faulty extends ForwardingStore {
        Faulty(LockStore server) {
            super(server);
        }

        @Override
        public Attempt acquire(Request request) {
            return AttemptDouble.of(struck(Moment.A_SERVER_IS_ASKED, () -> super.acquire(request)), Struck::new);
        }
    }

    private final class Struck implements Grant {
        private final Grant grant;

        Struck(Grant grant) {
            this.grant = grant;
        }

        @Override
        public Request request() {
            return grant.request();
        }

        @Override
        public long sentAt() {
            return grant.sentAt();
        }

        @Override
        public long leaseMillis() {
            return grant.leaseMillis();
        }

        @Override
        public long token() {
            Callable<?> first = counting;
            counting = null;
            if (first != null) {
                try {
                    first.call();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
            return struck(Moment.THE_VOTES_ARE_COUNTED, grant::token);
        }

        @Override
        public CompletableFuture<Renewal> release() {
            return grant.release();
        }

        @Override
        public CompletableFuture<Renewal> releaseAfter(long millis) {
            return grant.releaseAfter(millis);
        }
    }
}
