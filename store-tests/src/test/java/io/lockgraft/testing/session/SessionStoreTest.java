package io.lockgraft.testing.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.session.Place;
import io.lockgraft.spi.session.Session;
import io.lockgraft.spi.session.SessionClient;
import io.lockgraft.spi.session.SessionLocks;
import io.lockgraft.spi.session.SessionStore;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the base of stores with sessions makes of the order in which its client tells it things. */
@Timeout(60)
final class SessionStoreTest {
    private static final int BURST = 2_000;

    /** Frames of a stack, of which the test and JUnit have less than a tenth. */
    private static final long DEEP = 1_000;

    /** The server of this one confirms each session before its client is there. */
    private final ServedStore store = new ServedStore(new TestContext(), new SessionServer(), new Network(), 60_000);

    @Test
    @FailsWithout("`Session#tellAlive` waits for the client")
    void aQuestionBeforeTheFirstSessionIsAskedOfItsClient() {
        assertThatThrownBy(() -> store.locks("key").get(20, SECONDS))
                .hasRootCauseInstanceOf(UnsupportedOperationException.class);
        assertThat(store.load()).succeedsWithin(20, SECONDS);
        store.close();
    }

    @Test
    @Shows("a burst of more calls than the server serves within their wait")
    @FailsWithout("`Entrance#send` passes over places that were given up")
    void callsOfABurstThatGiveUpAreNotSentAndThoseBehindThemAreServed() throws Exception {
        SlowClient server = new SlowClient();
        SessionStore slow = server.store();
        assertThat(slow.load()).succeedsWithin(20, SECONDS);
        List<Attempt> burst = new ArrayList<>();
        for (int i = 0; i < BURST; i++) {
            burst.add(slow.acquire(request("key " + i, i, 200)));
        }
        for (Attempt each : burst) {
            assertThat(each.answer().get(20, SECONDS).grant()).isNull();
        }
        int sent = server.entered.size();
        assertThat(sent).as("sent of the burst").isLessThan(BURST);

        Attempt later = slow.acquire(request("another key", BURST, 60_000));
        assertThat(later.answer()).isNotDone();
        List.copyOf(server.entered).forEach(each -> each.complete(false));

        await().untilAsserted(
                        () -> assertThat(server.entered).as("and the later one").hasSize(sent + 1));
        server.entered.get(sent).complete(true);
        assertThat(later.answer().get(20, SECONDS).grant()).isNotNull();
        slow.close();
    }

    @Test
    @Shows("a burst of more calls than the server serves within their wait")
    @FailsWithout("`Entrance#send` leaves the rest to the loop that runs")
    void aBurstWhoseQuestionsFailAtOnceCostsLaterCallsNothing() throws Exception {
        SlowClient server = new SlowClient();
        SessionStore slow = server.store();
        assertThat(slow.load()).succeedsWithin(20, SECONDS);
        List<Attempt> burst = new ArrayList<>();
        for (int i = 0; i < BURST; i++) {
            burst.add(slow.acquire(request("key " + i, i, 60_000)));
        }
        List<CompletableFuture<Boolean>> sent = List.copyOf(server.entered);
        assertThat(sent).hasSizeLessThan(BURST);

        server.trouble = new IOException("the connection is down");
        sent.forEach(each -> each.completeExceptionally(server.trouble));
        for (Attempt each : burst) {
            each.abandon();
            assertThat(each.answer().get(20, SECONDS).grant()).isNull();
        }
        server.trouble = null;
        assertThat(server.deepest)
                .as("frames below a question that failed at once")
                .hasValueLessThan(DEEP);

        server.entered.clear();
        for (int i = 0; i < sent.size(); i++) {
            slow.acquire(request("later " + i, BURST + i, 60_000));
        }
        await().untilAsserted(() ->
                assertThat(server.entered).as("sent at a time, as before").hasSameSizeAs(sent));
        slow.close();
    }

    @Test
    @FailsWithout("`Session#entrance`: each session has its own, and lets go those that wait there when it ends")
    void whatASessionThatIsOverWasAskedKeepsNoCallOfTheNextOneWaiting() throws Exception {
        SlowClient server = new SlowClient();
        SessionStore slow = server.store();
        assertThat(slow.load()).succeedsWithin(20, SECONDS);
        for (int i = 0; i < BURST; i++) {
            slow.acquire(request("key " + i, i, 60_000));
        }
        int open = server.entered.size();
        assertThat(open).isLessThan(BURST);

        server.session.end(new IllegalStateException("the server has ended it"));

        await().untilAsserted(() -> assertThat(server.entered)
                .as("those of the first session, which are never answered, and as many of the next")
                .hasSize(2 * open));
        slow.close();
    }

    @Test
    @Shows("the JVM ends in order while calls wait")
    @FailsWithout("`SessionStore#acquire` keeps an attempt until nothing of it is at the server")
    void theEndOfWaitsIsBehindTheAnswerToWhatWasGivenUpBefore() {
        SlowClient server = new SlowClient();
        SessionStore slow = server.store();
        assertThat(slow.load()).succeedsWithin(20, SECONDS);
        Attempt givenUp = slow.acquire(request("key", 1, 60_000));
        givenUp.abandon();
        assertThat(givenUp.answer()).isDone();

        CompletableFuture<?> ended = slow.endWaiting();

        assertThat(ended).isNotDone();
        server.entered.get(0).complete(true);
        assertThat(ended).succeedsWithin(20, SECONDS);
        slow.close();
    }

    @Test
    @FailsWithout("`SessionStore#walk` has no limit behind the session")
    void aLookAtAllKeysMayTakeLongerThanAQuestion() {
        SlowClient server = new SlowClient();
        SessionStore slow = server.store();
        List<StoredLock> found = new ArrayList<>();

        CompletableFuture<?> scan = slow.scan("shop:", found::add);
        await().until(() -> server.scanning != null);

        assertThatThrownBy(() -> slow.locks("key").get(20, SECONDS)) // asked later, and with a limit
                .hasRootCauseInstanceOf(TimeoutException.class);
        assertThat(scan).isNotDone();
        server.scanning.run();
        assertThat(scan).succeedsWithin(20, SECONDS);
        assertThat(found).extracting(StoredLock::key).containsExactly("shop:1");
        slow.close();
    }

    @Test
    @FailsWithout("`SessionStore#start` ends the session with whatever `begin` throws")
    void anErrorAtTheBeginningOfASessionIsToldAndTheNextSessionBegins() throws Exception {
        SlowClient server = new SlowClient();
        server.error.set(new InternalError("unable to create native thread"));
        SessionStore slow = server.store();

        assertThatThrownBy(() -> slow.load().get(20, SECONDS)).hasRootCauseInstanceOf(InternalError.class);

        granted(slow, server, "key", 1);
        slow.close();
    }

    @Test
    @FailsWithout("`SessionStore#asked`: what a place throws when it is given back is no answer")
    void anErrorInTheMiddleOfAReleaseKeepsNoLaterCallFromTheKey() throws Exception {
        SlowClient server = new SlowClient();
        SessionStore slow = server.store();
        Grant grant = granted(slow, server, "key", 1);
        server.error.set(new InternalError("Java heap space"));

        assertThat(grant.release().get(20, SECONDS).isHeld())
                .as("was ours, by the second question")
                .isTrue();

        assertThat(server.left).as("times that it was given back").hasValue(1);
        granted(slow, server, "key", 2);
        slow.close();
    }

    @Test
    @FailsWithout("`SessionStore#asked`: what a client throws when it is to prove its session is no answer")
    void aSessionWhoseProofEndedInAnErrorIsStillToldLostAtTheEndOfItsLease() throws Exception {
        SlowClient server = new SlowClient();
        server.leaseNanos = SECONDS.toNanos(2);
        SessionStore slow = server.store();
        Grant grant = granted(slow, server, "key", 1);

        server.error.set(new InternalError("Java heap space"));

        assertThat(grant.lost().get(20, SECONDS)).contains("the server has not confirmed the session");
        slow.close();
    }

    @Test
    @FailsWithout("`Session#move` tells a session that cannot begin before its listeners run")
    void aSessionThatCannotBeginIsBegunAgainAfterAPauseAndItsReasonIsTold() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        SessionStore broken = new SessionStore(new TestContext(), "broken", MILLISECONDS.toNanos(200)) {
            @Override
            protected SessionClient begin(Session session) throws IOException {
                begun.incrementAndGet();
                throw new IOException("no such host");
            }
        };

        Answer answer = broken.acquire(request("key", 1, 2_000)).answer().get(20, SECONDS);

        assertThat(answer.cause()).hasMessage("no such host");
        assertThat(begun).as("sessions begun in two seconds").hasValueBetween(2, 19);
        broken.close();
    }

    /** Whose server says yes as soon as it is asked. */
    private static Grant granted(SessionStore store, SlowClient server, String key, long owner) throws Exception {
        server.entered.clear();
        Attempt attempt = store.acquire(request(key, owner, 20_000));
        await().until(() -> !server.entered.isEmpty());
        server.entered.get(0).complete(true);
        return Answers.granted(attempt.answer().get(20, SECONDS));
    }

    private static Request request(String key, long owner, long waitMillis) {
        return Requests.exclusive(key, owner, 30_000, System.nanoTime() + MILLISECONDS.toNanos(waitMillis));
    }

    /** A session whose server answers when the test says so. */
    private static final class SlowClient implements SessionClient {
        private final List<CompletableFuture<Boolean>> entered = new CopyOnWriteArrayList<>();
        private volatile Session session;

        /** Ends the look at all keys, which has begun. */
        private volatile Runnable scanning;

        /** What each question fails with at once; null where the server is well. */
        private volatile Exception trouble;

        /** The most frames that were on the stack when a question failed at once, up to the number that is too deep. */
        private final AtomicLong deepest = new AtomicLong();

        /** Thrown once, by what is asked next; null for none. JUnit itself ends with an OutOfMemoryError. */
        private final AtomicReference<Error> error = new AtomicReference<>();

        private final AtomicInteger left = new AtomicInteger();
        private volatile long leaseNanos = SECONDS.toNanos(60);

        private void fail() {
            Error thrown = error.getAndSet(null);
            if (thrown != null) {
                throw thrown;
            }
        }

        SessionStore store() {
            return new SessionStore(new TestContext(), "slow", MILLISECONDS.toNanos(200)) {
                @Override
                protected SessionClient begin(Session session) {
                    fail();
                    SlowClient.this.session = session;
                    session.alive(System.nanoTime(), leaseNanos);
                    return SlowClient.this;
                }
            };
        }

        @Override
        public Place place(String key, Request request) {
            return new Place(key, request) {
                @Override
                protected CompletableFuture<Boolean> enter() {
                    Exception failure = trouble;
                    if (failure != null) {
                        if (deepest.get() < DEEP) {
                            long depth = StackWalker.getInstance()
                                    .walk(frames -> frames.limit(DEEP).count());
                            deepest.accumulateAndGet(depth, Math::max);
                        }
                        return CompletableFuture.failedFuture(failure);
                    }
                    CompletableFuture<Boolean> answer = new CompletableFuture<>();
                    entered.add(answer);
                    return answer;
                }

                @Override
                protected CompletableFuture<Boolean> leave() {
                    fail();
                    left.incrementAndGet();
                    return CompletableFuture.completedFuture(true);
                }
            };
        }

        @Override
        public CompletableFuture<Long> prove(Collection<Place> held) {
            fail();
            return CompletableFuture.completedFuture(System.nanoTime());
        }

        @Override
        public CompletableFuture<Long> token(List<Place> places, Request request) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException());
        }

        @Override
        public SessionLocks locks() {
            return new SessionLocks() {
                @Override
                public CompletableFuture<List<StoredLock>> locks(String key) {
                    return new CompletableFuture<>();
                }

                @Override
                public CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
                    CompletableFuture<Void> done = new CompletableFuture<>();
                    scanning = () -> {
                        each.accept(new StoredLock(beginning + 1, "host:1:a:7", null, null, -1, -1));
                        done.complete(null);
                    };
                    return done;
                }
            };
        }

        @Override
        public void end() {}
    }
}
