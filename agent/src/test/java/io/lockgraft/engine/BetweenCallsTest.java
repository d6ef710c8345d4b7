package io.lockgraft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.asynchronous.LaterResults;
import io.lockgraft.engine.HeldBackStore.Asked;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.FaultyServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** One call has ended, and the next one has been passed the lock, or is offered it, and has not gone on yet. */
@Timeout(60)
final class BetweenCallsTest implements Caller.Scene {
    private static final String BUSY = "busy";

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private final FaultyServer server = new FaultyServer();
    private final Sites sites = new Sites();
    private final CompletableFuture<Void> isBusy = new CompletableFuture<>();
    private final CompletableFuture<Void> goesOn = new CompletableFuture<>();
    private final ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();

    /** A request for one key keeps the thread that asks. */
    private final HeldBackStore store = new HeldBackStore(server) {
        @Override
        public Attempt acquire(Request request) {
            if (request.keys().get(0).endsWith(BUSY)) {
                isBusy.complete(null);
                goesOn.join();
            }
            return super.acquire(request);
        }
    };

    private final LockEngine engine = Engines.of(sites, () -> store, new LaterResults());
    private final Caller first = new Caller.OfThread(engine, site("pay"), LockKind.EXCLUSIVE, this);
    private final Caller second = new Caller.OfThread(engine, site("pay"), LockKind.EXCLUSIVE, this);
    private final Caller third = new Caller.OfMono(engine, site("payLater"), LockKind.EXCLUSIVE, this);
    private final Caller fourth = new Caller.OfThread(engine, site("pay"), LockKind.EXCLUSIVE, this);
    private final Caller other = new Caller.OfMono(engine, site("payLater"), LockKind.EXCLUSIVE, this);

    static final class Shop {
        static void pay(Caller.Order order) {}

        static Mono<Object> payLater(Caller.Order order) {
            return null;
        }
    }

    private int site(String method) {
        Rule rule = Woven.rule("PAY:{p0.number}")
                .waiting(Duration.ofMinutes(5))
                .handoff(new Handoff(1_000, Duration.ofMinutes(10)))
                .build();
        return Woven.add(sites, rule, Woven.method(Shop.class, method), Shop.class.getClassLoader(), null);
    }

    private long count(Event event) {
        return sites.counters().get("pay-order").of(event);
    }

    @Override
    public synchronized void entered(Caller caller) {
        for (Caller each : List.of(first, second, third, fourth)) {
            if (caller != other && each.state == Caller.State.INSIDE) {
                surprised(new AssertionError("two at a time"));
            }
        }
        caller.state = Caller.State.INSIDE;
    }

    @Override
    public void surprised(Throwable surprise) {
        surprises.add(surprise);
    }

    @AfterEach
    void close() throws InterruptedException {
        goesOn.complete(null);
        first.close();
        second.close();
        fourth.close();
        engine.close();
        assertThat(surprises).isEmpty();
    }

    /** The third call is passed the lock, or offered it after a body that was short, and has not gone on. */
    private void passToTheThird(String body) {
        prepare(body);
        pass(body);
        assertThat(third.state).as("the thread that it goes on by is busy").isEqualTo(Caller.State.CALLING);
    }

    private void prepare(String body) {
        second.beginShort("warm", 500);
        isAt(second, Caller.State.IDLE);
        first.begin("42");
        isAt(first, Caller.State.INSIDE);
        if (body.equals("short")) {
            second.beginShort("42", 1);
        } else {
            second.begin("42");
        }
        await().until(second::isAtRest);
        third.begin("42");
        other.begin(BUSY);
        isBusy.join();
    }

    private void pass(String body) {
        int asked = store.acquires.get();
        first.exit();
        if (body.equals("long")) {
            isAt(second, Caller.State.INSIDE);
            second.exit();
        }
        isAt(second, Caller.State.IDLE);
        assertThat(store.acquires).hasValue(asked);
    }

    private static void isAt(Caller caller, Caller.State state) {
        await().pollInterval(Duration.ofMillis(1)).until(() -> caller.state == state && caller.isAtRest());
    }

    private void end(Caller... inTheirOrder) {
        for (Caller each : inTheirOrder) {
            isAt(each, Caller.State.INSIDE);
            each.exit();
        }
        await().until(() -> engine.gatesInUse() == 0);
        assertThat(server.held()).isEmpty();
    }

    /** After a call that was short the lock is only offered, and no call has it. */
    @ParameterizedTest
    @CsvSource({"short, denied", "short, not answered", "long, denied", "long, not answered"})
    @FailsWithout("`Release#of` tells a loss that no call was told of, whatever the store answers")
    @Shows("the loss is found while the lock is offered to a call that wakes up")
    void aLossIsToldOfTheOneThatRanLast(String body, String release) {
        passToTheThird(body);
        store.heldBack.add(Asked.RELEASE);

        server.lose("shop:PAY:42", "somebody deleted it");
        goesOn.complete(null);
        await().until(() -> store.open(Asked.RELEASE).size() == 1);
        if (release.equals("denied")) {
            store.open(Asked.RELEASE).get(0).deny();
        } else {
            store.open(Asked.RELEASE).get(0).fail(new IllegalStateException("no answer"));
        }

        isAt(third, Caller.State.INSIDE);
        await().until(() -> count(Event.LOST) == 1);
        assertThat(log.toString()).contains("The method has ended; another call may have run at the same time.");
        store.heldBack.clear();
        end(third, other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "long"})
    @FailsWithout("`Gate#leave` passes on what is offered to a call that gives up")
    @Shows("an interrupt, or the end of the wait, in the moment in which a call is passed the lock")
    void aCallThatGivesUpPassesItOn(String body) {
        prepare(body);
        fourth.begin("42");
        await().until(fourth::isAtRest);
        int asked = store.acquires.get();

        // Its thread will hear of this first, and then of the lock.
        third.giveUp();
        pass(body);
        goesOn.complete(null);

        isAt(fourth, Caller.State.INSIDE);
        isAt(other, Caller.State.INSIDE);
        assertThat(store.acquires).as("for the other key").hasValue(asked + 1);
        end(fourth, other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "long"})
    @FailsWithout("`Gate#barge` takes back the offer of a lease that a call has barged for")
    void aCallThatBargesInHasItAlone(String body) {
        passToTheThird(body);

        fourth.begin("42");
        await().until(fourth::isAtRest);
        boolean barged = fourth.state == Caller.State.INSIDE;
        goesOn.complete(null);
        isAt(other, Caller.State.INSIDE);

        Caller next = barged ? fourth : third;
        end(next, next == third ? fourth : third, other);
        assertThat(store.acquires.get()).as("two keys, and one to warm up").isLessThanOrEqualTo(502);
    }
}
