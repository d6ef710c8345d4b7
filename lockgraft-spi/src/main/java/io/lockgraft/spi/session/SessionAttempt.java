package io.lockgraft.spi.session;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.attempt.SteppedAttempt;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One request: enters its keys one after the other within one session, and keeps those that it has while it waits for
 * the next. Where the session ends, or one of those keys is lost, it begins anew until its wait is over. It asks one
 * question at a time.
 */
final class SessionAttempt extends SteppedAttempt {
    /** Notifications wake it. Where one is lost, it looks by itself so often. */
    private static final long LOOK = TimeUnit.SECONDS.toNanos(5);

    private final SessionStore store;
    private final Request request;
    private final Runnable look = this::look;
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private volatile boolean looks;

    // The steps' own.
    private final Pauses pauses = new Pauses();
    private Session session;
    /** Of the keys that it has, and of the next one where that has been asked for. */
    private List<Place> places = new ArrayList<>();

    private int have;
    private CompletableFuture<?> asked;
    /** What to do with the answer. */
    private Consumer<Object> taking;

    private boolean pausing;
    private boolean over;
    private Throwable failure;
    private Future<?> end;
    private Future<?> lastAnswer;
    private Future<?> pause;

    SessionAttempt(SessionStore store, Request request) {
        this.store = store;
        this.request = request;
    }

    /** Asks nothing where it has ended before. */
    void begin() {
        end = store.clock().after(request.remaining(), this::step);
        lastAnswer = store.clock().after(untilLastAnswer(), this::step);
        step();
    }

    /** Completes when it has its grant, or nothing of it is at the server any more. */
    CompletableFuture<?> left() {
        return left;
    }

    private void look() {
        looks = true;
        step();
    }

    @Override
    protected void move() {
        while (!over) {
            if (asked != null && asked.isDone()) {
                take();
            } else if (isAbandoned() || closed() != null || untilLastAnswer() <= 0) {
                end(last());
            } else if (asked != null) {
                return;
            } else if (!hasAll() && isContended() && request.remaining() <= 0 && failure == null) {
                end(Answer.busy());
            } else if (pausing && !looks) {
                return;
            } else if (session == null || session.isOver() || hasLostOne()) {
                looks = false;
                beginAnew();
            } else if (!session.isAlive()) {
                return;
            } else {
                askNext();
            }
        }
    }

    /** Nothing is kept of what it has: two requests that each keep a key that the other wants would wait for ever. */
    private void beginAnew() {
        leave();
        places = new ArrayList<>();
        have = 0;
        pausing = false;
        if (session != null && session.isOver()) {
            Session before = session;
            before.unlisten(look);
            session = null;
            if (before.isClosed()) {
                end(Answer.unavailable(before.cause()));
            } else if (isRefused(before.cause())) {
                end(Answer.refused(before.cause()));
            } else if (before.whenAlive().isCompletedExceptionally()) {
                failure = before.cause();
                pause(pauses.next());
            }
        } else if (session == null) {
            session = store.session();
            session.listen(look);
            if (session.losers().has(request.owner())) {
                end(Answer.busy());
            }
        }
    }

    private boolean hasAll() {
        return have == request.keys().size();
    }

    private boolean hasLostOne() {
        return places.subList(0, have).stream().anyMatch(Place::isOver);
    }

    private void askNext() {
        pausing = false;
        looks = false;
        if (hasAll()) {
            if (request.kind() != LockKind.FENCED) {
                grant(0);
            } else if (Place.haveTokens(places, request)) {
                grant(places.get(0).firstToken);
            } else {
                ask(() -> session.token(places, request), this::tokens);
            }
            return;
        }
        if (places.size() > have && places.get(have).isOver()) {
            places.remove(have);
        }
        if (places.size() == have) {
            Place next = session.place(request.keys().get(have), request);
            next.listen(look);
            places.add(next);
        }
        Place next = places.get(have);
        Entrance entrance = session.entrance();
        ask(() -> store.departures().settled(next.key()).thenCompose(settled -> entrance.enter(next)), this::entered);
    }

    @SuppressWarnings("unchecked")
    private <T> void ask(Supplier<CompletableFuture<T>> question, Consumer<T> take) {
        taking = (Consumer<Object>) take;
        asked = question.get();
        if (!asked.isDone()) {
            asked.whenComplete((said, failed) -> step());
        }
    }

    private void take() {
        CompletableFuture<?> answered = asked;
        asked = null;
        Object said;
        try {
            said = answered.join();
        } catch (CompletionException failed) {
            failure = failed.getCause();
            if (isRefused(failure)) {
                end(Answer.refused(failure));
            } else {
                pause(pauses.next());
            }
            return;
        }
        failure = null;
        pauses.reset();
        taking.accept(said);
    }

    static boolean isRefused(Throwable failed) {
        return failed instanceof Answer.Refusal
                || failed instanceof CompletionException && failed.getCause() instanceof Answer.Refusal;
    }

    private void entered(boolean has) {
        if (has) {
            have++;
            return;
        }
        othersHaveIt(Owner.holder(places.get(have).holder()));
        if (request.waits()) {
            pause(Pauses.jittered(LOOK));
        } else {
            end(Answer.busy());
        }
    }

    private void tokens(long first) {
        for (Place place : places) {
            place.firstToken = first;
            place.tokens = request.tokens();
        }
        grant(first);
    }

    private void pause(long nanos) {
        pausing = true;
        Clock.cancel(pause);
        pause = store.clock().after(nanos, this::look);
    }

    private long untilLastAnswer() {
        return request.lastAnswer(store.questionNanos()) - System.nanoTime();
    }

    private void grant(long token) {
        over = true;
        quiet();
        SessionGrant grant = new SessionGrant(store, session, request, places, token);
        grant.begin();
        answer.complete(Answer.granted(grant));
        left.complete(null);
    }

    private Answer last() {
        if (closed() != null) {
            return Answer.unavailable(closed());
        }
        if (isContended() && !hasAll()) {
            return Answer.busy();
        }
        Throwable why = failure != null ? failure : session == null ? null : session.cause();
        return Answer.unavailable(why != null ? why : new TimeoutException("the store has not answered"));
    }

    /** A question under way may still be answered by a place. One that was not sent is not sent any more. */
    @Override
    protected void end(Answer given) {
        over = true;
        quiet();
        places.forEach(Place::leaving);
        CompletableFuture<Boolean> leaving = asked == null
                ? leave()
                : asked.handle((said, failed) -> leave()).thenCompose(Function.identity());
        leaving.whenComplete((all, failed) -> left.complete(null));
        conclude(given);
    }

    private CompletableFuture<Boolean> leave() {
        places.forEach(place -> place.unlisten(look));
        return places.isEmpty()
                ? CompletableFuture.completedFuture(true)
                : store.departures().leave(session, places);
    }

    private void quiet() {
        Clock.cancel(end);
        Clock.cancel(lastAnswer);
        Clock.cancel(pause);
        if (session != null) {
            session.unlisten(look);
        }
        places.forEach(place -> place.unlisten(look));
    }
}
