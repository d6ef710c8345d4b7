package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.EXCLUSIVE;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a store must do whose locks live by a session. Its test extends this class beside {@link StoreConformance}. Here
 * {@link #freeze} cuts off the store of this JVM alone: the server and the other JVM still reach each other.
 */
@Timeout(120)
public abstract class SessionConformance extends ConformanceGround {
    /** The time of the sessions that a test waits for. */
    protected static final Duration SESSION = Duration.ofSeconds(4);

    /** The time of a session that lasts as long as its store. */
    private static final Duration LASTING = Duration.ofSeconds(60);

    /** In which a free key is granted and a loss is told, on the busiest machine, in milliseconds. */
    private static final long SOON = 10_000;

    /** How this JVM opens a store whose session has so much time, through what {@link #freeze} cuts. */
    protected abstract Opening opening(Duration session) throws Exception;

    /** How the other JVM opens one, beside what {@link #freeze} cuts. */
    protected abstract Opening openingBeside(Duration session) throws Exception;

    /** Ends the session of the key's holder at the server, as the server does with one that it does not hear. */
    protected abstract void expireHolder(String key) throws Exception;

    @Override
    protected final Opening opening() throws Exception {
        return opening(SESSION);
    }

    @Override
    protected final Opening openingThere() throws Exception {
        return openingBeside(SESSION);
    }

    @Test
    @Shows("ZooKeeper ends a session, or does not know it any more")
    void aSessionThatTheServerEndsIsTheLossOfEachOfItsGrants() throws Exception {
        Grant first = hold(here, key + 1);
        Grant second = hold(here, key + 2);

        expireHolder(key + 1);

        awaitLost(first);
        awaitLost(second);
        assertThat(renew(here, first, second)).containsExactly(false, false);
        assertThat(release(second)).as("still ours").isFalse();
        release(hold(there, key + 2));
    }

    @Test
    @Shows("ZooKeeper ends a session, or does not know it any more")
    void theNextRequestBeginsAnotherSessionAndIsNoneOfTheOld() throws Exception {
        Grant lost = hold(here, key);
        expireHolder(key);
        awaitLost(lost);

        Grant next = hold(here, key);

        assertThat(renew(here, lost)).as("the old one").containsExactly(false);
        assertThat(renew(here, next)).as("the new one").containsExactly(true);
        assertThat(release(lost)).as("the old one").isFalse();
        assertThat(isHeld(key)).as("what the new one has").isTrue();
        assertThat(release(next)).isTrue();
    }

    /** A client library may begin a session by itself as soon as it reaches the server again. */
    @Test
    @Shows("ZooKeeper ends a session, or does not know it any more")
    void aSessionThatEndsUnseenIsNotReplacedUnderItsGrants() throws Exception {
        Grant held = hold(here, key);
        freeze();
        expireHolder(key);

        thaw();

        awaitLost(held);
        assertThat(renew(here, held)).containsExactly(false);
        assertThat(release(held)).isFalse();
        release(hold(there, key));
    }

    /** Whether the server freed the key before the call or behind it, nobody knows. */
    @Test
    @Shows("ZooKeeper ends a session, or does not know it any more")
    @FailsWithout("`SessionGrant#release` takes a release that the end of the session has met for a loss")
    void aReleaseThatMeetsTheEndOfItsSessionIsALoss() throws Exception {
        try (LockStore lasting = open(opening(LASTING))) {
            // On a busy machine it may take too long until the store learns of the end.
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                Grant held = hold(lasting, key);
                freeze();
                expireHolder(key);
                CompletableFuture<Renewal> released = held.release();
                thaw();
                assertThat(released.get(20, SECONDS).isHeld()).as("held").isFalse();
                return released.join().isLost();
            });
        }
    }

    @Test
    @Shows("ZooKeeper ends a session, or does not know it any more")
    void aWaitGoesOnInAnotherSession() throws Exception {
        Grant held = hold(there, key);
        Grant lost = hold(here, key + "-mark");
        Attempt waiting = waiting(here, wanting(key, 60_000));

        expireHolder(key + "-mark");
        awaitLost(lost);
        assertThat(release(held)).isTrue();

        Grant grant = granted(waiting);
        assertThat(renew(here, grant)).containsExactly(true);
        assertThat(release(grant)).isTrue();
    }

    @Test
    @Shows({
        "ZooKeeper is silent for longer than half of the session's time-out",
        "Consul is silent for longer than the session's TTL"
    })
    @FailsWithout("`Session#move` and its alarm end a session whose lease is over")
    void aLockIsToldLostBeforeTheServerFreesItForAnother() throws Exception {
        Grant held = hold(here, key);
        AtomicBoolean told = new AtomicBoolean();
        CompletableFuture<Boolean> heldWhenTold = held.lost().thenApply(why -> {
            told.set(true);
            return isHeldNow();
        });
        Attempt next = waiting(there, wanting(key, capabilities().freedAfter(SESSION.toMillis()) + SOON));
        CompletableFuture<Boolean> toldWhenGranted =
                next.answer().thenApply(answer -> told.get() && answer.grant() != null);

        freeze();

        assertThat(toldWhenGranted.get(60, SECONDS))
                .as("the next one had it, and the loss was told before")
                .isTrue();
        assertThat(heldWhenTold.get(20, SECONDS))
                .as("held at the server when the loss was told")
                .isTrue();
    }

    private boolean isHeldNow() {
        try {
            return isHeld(key);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Shows({
        "the connection to ZooKeeper breaks, and is back within half of the session's time-out",
        "the connection to Consul breaks, and is back within the session's TTL"
    })
    void aCutThatIsShorterThanTheLeaseLosesNothing() throws Exception {
        try (LockStore lasting = open(opening(LASTING))) {
            Grant held = hold(lasting, key);
            Attempt others = waiting(there, wanting(key, 60_000));
            Attempt own = waiting(lasting, wanting(key, 60_000));

            freeze();
            assertThat(lasting.renew(Collections.singletonList(held)).get(0).get(20, SECONDS))
                    .matches(renewal -> renewal.cause() != null, "is unknown");
            thaw();

            await().atMost(Duration.ofSeconds(20))
                    .ignoreExceptions()
                    .until(() -> renew(lasting, held).get(0));
            assertThat(held.lost()).isNotDone();
            assertThat(release(held)).isTrue();
            assertThat(release(granted(others))).isTrue();
            assertThat(release(granted(own))).isTrue();
        }
    }

    @Test
    void aStoreThatIsClosedFreesItsLocksAtOnce() throws Exception {
        LockStore lasting = open(opening(LASTING));
        Grant held = hold(lasting, key);
        Attempt waiting = waiting(there, wanting(key, SOON));

        lasting.close();

        assertThat(answer(waiting).grant())
                .as("the next one's grant, before the session's time is over")
                .isNotNull();
        assertThat(held.lost().get(10, SECONDS)).contains("closed");
        assertThat(answer(lasting.acquire(wanting(key, 500))).cause()).hasMessageContaining("closed");
    }

    @Test
    @Shows("the JVM ends in order while calls wait")
    @FailsWithout("`SessionStore#endWaiting` ends its attempts, and waits until their places are gone")
    @FailsWithout("`OpenAttempt#conclude` gives no answer to a wait that the end of the JVM has ended")
    void aJvmThatEndsGivesBackTheKeysThatItWaitsForAndNotThoseThatItHas() throws Exception {
        try (LockStore lasting = open(opening(LASTING))) {
            Grant held = hold(lasting, key + 1);
            Grant others = hold(there, key);
            Attempt waiting = waiting(lasting, wanting(key, 60_000));
            Attempt next = waiting(there, wanting(key, 60_000));
            int all = leftOf(Collections.singletonList(key)).size();

            lasting.endWaiting().get(20, SECONDS);
            Attempt late = lasting.acquire(wanting(key + 2, 60_000));

            assertThat(leftOf(Collections.singletonList(key)))
                    .as("what is left of the wait")
                    .hasSizeLessThan(all);
            assertThat(renew(lasting, held)).containsExactly(true);
            assertThat(release(others)).isTrue();
            assertThat(release(granted(next))).as("the next one's").isTrue();
            assertThat(waiting.answer()).as("an answer to what waited").isNotDone();
            assertThat(late.answer()).as("an answer to what came later").isNotDone();
            assertThat(leftOf(Collections.singletonList(key + 2)))
                    .as("what came later")
                    .isEmpty();
            assertThat(release(held)).isTrue();
        }
    }

    private static Request wanting(String key, long waitMillis) {
        return request(EXCLUSIVE, key, LASTING.toMillis(), waitMillis);
    }

    private static Grant hold(LockStore store, String key) throws Exception {
        return granted(store.acquire(wanting(key, SOON)));
    }

    private static void awaitLost(Grant grant) {
        await("told lost: " + grant.request())
                .atMost(Duration.ofMillis(SOON))
                .until(() -> grant.lost().isDone());
        assertThat(grant.lost().join()).isNotEmpty();
    }
}
