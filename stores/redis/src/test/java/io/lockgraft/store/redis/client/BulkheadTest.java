package io.lockgraft.store.redis.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.store.redis.failure.AnswerLostException;
import io.lockgraft.store.redis.failure.UnsentException;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.TestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How requests come into the client, and out of it. */
@Timeout(60)
@FailsWithout(
        "`Bulkhead` lets in as many requests as the client has connections for, and hands them " + "over in a loop")
final class BulkheadTest {
    private final Client client = new Client(new TestContext(), null);
    private final Clock clock = new Clock(new DaemonThreads("test-clock"));
    private final Executor others = new DaemonThreads("test-others");
    private final AtomicInteger suspected = new AtomicInteger();
    private final Queue<CompletableFuture<Void>> inside = new ConcurrentLinkedQueue<>();
    private final List<String> sent = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean connected = true;

    @AfterEach
    void close() {
        clock.close();
    }

    private Bulkhead bulkhead(long timeoutMillis) {
        long timeout = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        return new Bulkhead(() -> connected, clock, others, timeout, silence -> suspected.incrementAndGet());
    }

    private Call<Void> admit(Bulkhead bulkhead, boolean isUrgent, Supplier<CompletableFuture<Void>> request) {
        return admit(bulkhead, isUrgent, System.nanoTime() + TimeUnit.HOURS.toNanos(1), request);
    }

    private Call<Void> admit(
            Bulkhead bulkhead, boolean isUrgent, long lastAnswer, Supplier<CompletableFuture<Void>> request) {
        Call<Void> call = new Call<>(client, null);
        call.whenComplete((done, error) -> {
            if (error != null) {
                failures.add(error);
            }
        });
        call.enter(bulkhead, isUrgent, lastAnswer, () -> call.follow(request.get(), Function.identity()));
        return call;
    }

    /** A request that the client answers when the test says so. */
    private Call<Void> admit(Bulkhead bulkhead, boolean isUrgent, String name) {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        return admit(bulkhead, isUrgent, () -> {
            sent.add(name);
            inside.add(answer);
            return answer;
        });
    }

    @Test
    void soManyAreInsideAndTheRestComesInItsTurnButReleasesFirst() {
        Bulkhead bulkhead = bulkhead(60_000);
        for (int i = 0; i < Bulkhead.MOST + 2; i++) {
            admit(bulkhead, false, "acquire " + i);
        }
        assertThat(inside).hasSize(Bulkhead.MOST);
        assertThat(bulkhead.awaited())
                .isEqualTo("its turn has not come: 512 requests of this JVM are under way, and 2 wait for their turn");

        admit(bulkhead, true, "release");
        assertThat(sent).last().isEqualTo("release");

        inside.remove().complete(null);
        inside.remove().complete(null);
        inside.remove().complete(null);
        assertThat(sent.subList(Bulkhead.MOST + 1, sent.size()))
                .containsExactly("acquire " + Bulkhead.MOST, "acquire " + (Bulkhead.MOST + 1));
        assertThat(bulkhead.crowd()).isEqualTo("512 requests of this JVM are under way, and 0 wait for their turn");
    }

    /** The first one is inside while the others come; then each answer is there at once. */
    @Test
    void aHundredThousandAnswersDoNotNestOnASmallStack() throws Exception {
        Bulkhead bulkhead = bulkhead(60_000);
        AtomicInteger answered = new AtomicInteger();
        CompletableFuture<Void> first = new CompletableFuture<>();
        connected = false;
        admit(bulkhead, false, () -> first);
        for (int i = 0; i < 100_000; i++) {
            admit(bulkhead, false, () -> {
                answered.incrementAndGet();
                return CompletableFuture.completedFuture(null);
            });
        }
        connected = true;
        Thread small = new Thread(null, () -> first.complete(null), "small", 1);
        small.start();
        small.join();

        await().until(() -> answered.get() == 100_000);
        assertThat(failures).isEmpty();
    }

    @Test
    void withoutAConnectionThatIsFreeNothingIsHandedToTheClient() {
        Bulkhead bulkhead = bulkhead(60_000);
        connected = false;
        admit(bulkhead, false, "a");
        assertThat(inside).isEmpty();
        assertThat(bulkhead.awaited())
                .isEqualTo("the lock client has no connection for it: 0 requests of this JVM are under way,"
                        + " and 1 wait for their turn");

        connected = true;

        await().until(() -> inside.size() == 1);
    }

    @Test
    void whatIsWithdrawnIsNeverSent() {
        Bulkhead bulkhead = bulkhead(60_000);
        connected = false;
        Call<Void> withdrawn = admit(bulkhead, false, "withdrawn");
        admit(bulkhead, false, "next");

        withdrawn.withdraw();
        assertThat(withdrawn).isCompletedExceptionally();
        connected = true;

        await().until(() -> inside.size() == 1);
        assertThat(sent).containsExactly("next");
    }

    /** Their callers are gone, or will be before an answer. */
    @Test
    @FailsWithout("`Bulkhead#sendNext` sends no request after its last answer")
    @Shows("a burst of more calls than the server serves within their wait")
    void whatNobodyWaitsForAnyMoreIsNeverSent() {
        Bulkhead bulkhead = bulkhead(60_000);
        connected = false;
        for (int i = 0; i < 1000; i++) {
            admit(bulkhead, false, System.nanoTime(), () -> {
                throw new AssertionError("it has been sent");
            });
        }
        admit(bulkhead, false, "next");

        connected = true;

        await().until(() -> inside.size() == 1);
        assertThat(sent).containsExactly("next");
        assertThat(failures).hasSize(1000).allSatisfy(each -> assertThat(each).isInstanceOf(UnsentException.class));
        assertThat(bulkhead.crowd()).isEqualTo("1 requests of this JVM are under way, and 0 wait for their turn");
    }

    /** Each says how many others waited. To walk through them for that takes minutes. */
    @Test
    @FailsWithout("`Bulkhead#crowd` does not walk through the requests that wait")
    @Shows("a burst of more calls than the server serves within their wait")
    void threeHundredThousandRequestsGiveUp() {
        Bulkhead bulkhead = bulkhead(3_600_000);
        connected = false;
        List<Call<Void>> all = new ArrayList<>();
        for (int i = 0; i < 300_000; i++) {
            all.add(admit(bulkhead, false, "request"));
        }

        long begun = System.nanoTime();
        for (int i = 0; i < all.size(); i++) {
            all.get(i).withdraw();
            assertThat(System.nanoTime() - begun)
                    .as("nanoseconds until %d had given up", i)
                    .isLessThan(TimeUnit.SECONDS.toNanos(45));
        }

        assertThat(failures)
                .hasSize(300_000)
                .last()
                .satisfies(last -> assertThat(last)
                        .hasMessageEndingWith("0 requests of this JVM are under way, and 1 wait for their turn"));
        assertThat(sent).isEmpty();
    }

    @Test
    void aRequestThatCannotBeMadeLeavesItsRoomToTheNext() {
        Bulkhead bulkhead = bulkhead(60_000);
        for (int i = 0; i < 2 * Bulkhead.MOST; i++) {
            admit(bulkhead, false, () -> {
                throw new IllegalStateException("closed");
            });
        }
        await().until(() -> failures.size() == 2 * Bulkhead.MOST);
        admit(bulkhead, false, "next");

        await().until(() -> inside.size() == 1);
    }

    @Test
    void whatTheClientNeverAnswersLosesItsRoom() {
        Bulkhead bulkhead = bulkhead(20);
        admit(bulkhead, false, "lost");

        await().untilAsserted(() -> assertThat(failures).singleElement().isInstanceOf(AnswerLostException.class));
        assertThat(bulkhead.crowd()).startsWith("0 requests");
    }

    /** The clock may look before the thread that asked it to has gone on, and find nobody. */
    @Test
    @FailsWithout("`Bulkhead#watch` takes the places of lost requests back, whenever the clock looks")
    void aLookThatIsOverAtOnceIsNotTheLast() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        CountDownLatch looked = new CountDownLatch(1);
        Clock[] slow = new Clock[1];
        slow[0] = new Clock(body -> new Thread(body) {
            @Override
            public void start() {
                first.complete(null);
                setDaemon(true);
                super.start();
                slow[0].after(0, looked::countDown); // behind the look
                try {
                    looked.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        Bulkhead bulkhead = new Bulkhead(() -> connected, slow[0], others, 0, silence -> {});
        admit(bulkhead, false, () -> first);

        admit(bulkhead, false, "lost");

        await().untilAsserted(() -> assertThat(failures).singleElement().isInstanceOf(AnswerLostException.class));
        slow[0].close();
    }

    @Test
    void whatWaitsWhileNothingComesThroughFailsAndThatIsTold() {
        Bulkhead bulkhead = bulkhead(100);
        connected = false;
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (suspected.get() == 0 && System.nanoTime() < until) {
            int before = failures.size();
            admit(bulkhead, true, "again");
            await().until(() -> failures.size() > before);
        }

        assertThat(suspected.get()).isPositive();
        assertThat(failures)
                .allSatisfy(each ->
                        assertThat(each).hasMessageStartingWith("no request has come through to the lock server: "));
        assertThat(inside).isEmpty();
    }

    @Test
    @FailsWithout("`Bulkhead#watch` takes the places of lost requests back, whenever the clock looks")
    void aLookWhoseSuspicionThrowsIsNotTheLast() {
        Bulkhead bulkhead = new Bulkhead(() -> connected, clock, others, TimeUnit.MILLISECONDS.toNanos(20), silence -> {
            suspected.incrementAndGet();
            throw new IllegalStateException("unable to create native thread");
        });
        connected = false;
        admit(bulkhead, false, "first");
        await().until(() -> {
            admit(bulkhead, true, "again");
            return suspected.get() > 1;
        });
    }

    @Test
    void aServerThatAnswersIsNotSuspected() {
        Bulkhead bulkhead = bulkhead(100);
        admit(bulkhead, false, () -> failed(new TimeoutException("once")));
        admit(bulkhead, false, () -> CompletableFuture.completedFuture(null));

        Silence silence = new Silence();
        long second = TimeUnit.SECONDS.toNanos(1);
        assertThat(silence.missed(0, second)).isEqualTo(second);
        assertThat(silence.missed(second, 3 * second)).isEqualTo(3 * second);
        silence.heard();
        assertThat(silence.missed(4 * second, 5 * second)).isEqualTo(second);
        assertThat(silence.missed(60 * second, 61 * second))
                .as("the last one is forgotten")
                .isEqualTo(second);
        assertThat(suspected).hasValue(0);
    }

    private static CompletableFuture<Void> failed(Throwable why) {
        CompletableFuture<Void> failed = new CompletableFuture<>();
        failed.completeExceptionally(why);
        return failed;
    }
}
