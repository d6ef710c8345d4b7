package io.lockgraft.spi.table;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.attempt.SteppedAttempt;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * One request: takes its keys one after the other, and keeps those it has while it waits for the next. It asks one
 * question at a time.
 */
final class TableAttempt extends SteppedAttempt {
    private enum State {
        /** It asks next. */
        READY,
        /** A question is under way. */
        ASKED,
        /** A key is held by another, or a question has failed. */
        PAUSED,
        /** It has its answer. */
        OVER
    }

    private final TableStore store;
    private final Request request;
    private final Claim claim;
    private final KeysInHand keys;
    private volatile boolean asks;

    // The steps' own.
    private State state = State.READY;
    private CompletableFuture<?> asked;
    /** What to do with the answer. */
    private Runnable taking;

    /** The question that is asked, where it takes a key. */
    private Question<KeyAnswer> take;

    private long token;
    /** Whether the next key was held by another, and when first. */
    private boolean refused;

    private long refusedAt;
    /** Why the last questions have failed; null where the last one was answered. */
    private Throwable failure;

    /** Why a question has failed last that was asked with all keys in hand, be it that another was answered since. */
    private Throwable tokenless;

    private int failures;
    /** Null until it has to wait. */
    private Alarms alarms;

    TableAttempt(TableStore store, Request request) {
        this.store = store;
        this.request = request;
        this.claim = new Claim(request, store.claims, this::ask);
        this.keys = new KeysInHand(request);
        store.claims.add(claim);
    }

    void begin() {
        step();
    }

    private void ask() {
        asks = true;
        step();
    }

    @Override
    protected void move() {
        while (state != State.OVER) {
            if (state == State.ASKED && asked.isDone()) {
                take();
            } else if (isAbandoned() || closed() != null || isSilent()) {
                end(last());
            } else if (state == State.ASKED) {
                return;
            } else if (state == State.READY || asks) {
                askNext();
            } else if (isWaitOver()) {
                end(last());
            } else {
                return;
            }
        }
    }

    /** A question that has failed once is asked once more in any case: a connection breaks while nobody uses it. */
    private boolean isWaitOver() {
        return !request.waits() && !keys.isAll() && failures != 1;
    }

    private void askNext() {
        if (keys.isCareDue()) {
            Question<Boolean> extend = store.extend(keys.list(), claim, request.leaseNanos());
            ask(extend, whole -> care(whole, extend.sentAt()));
            return;
        }
        asks = false;
        if (!keys.isAll()) {
            askForKey(keys.next());
        } else if (request.kind() == LockKind.FENCED && token == 0) {
            ask(store.token(claim), this::token);
        } else {
            grant();
        }
    }

    /** Asks behind what gives the key back now, so that the store never refuses it because of its own release. */
    private void askForKey(String key) {
        CompletableFuture<?> before = store.returns.before(key);
        if (before != null) {
            await(before, given -> {});
            return;
        }
        take = store.take(key, claim).late(answer -> {
            if (claim.isOver()) {
                store.returns.giveBack(Collections.singletonList(key), claim);
            }
        });
        ask(take, this::taken);
    }

    private <T> void ask(Question<T> question, Consumer<T> then) {
        store.ask(question);
        await(question, then);
    }

    private <T> void await(CompletableFuture<T> question, Consumer<T> then) {
        state = State.ASKED;
        asked = question;
        taking = () -> then.accept(question.join());
        if (!question.isDone()) {
            alarms();
            question.whenComplete((said, failed) -> step());
        }
    }

    /** Takes the answer in. */
    private void take() {
        state = State.READY;
        if (asked.isCompletedExceptionally()) {
            failed(asked.handle((said, why) -> why instanceof CompletionException ? why.getCause() : why)
                    .join());
        } else {
            failure = null;
            failures = 0;
            taking.run();
        }
    }

    private void failed(Throwable why) {
        keys.unknown(asked == take && take.wasSent());
        failure = why;
        tokenless = keys.isAll() ? why : null;
        failures++;
        if (why instanceof RefusedException) {
            end(Answer.refused(why));
            return;
        }
        pause(alarms().pauseAfterFailure(failures));
    }

    private void taken(KeyAnswer answer) {
        if (answer.isTaken()) {
            keys.taken(take.sentAt());
            refused = false;
            token = request.keys().size() == 1 ? answer.token() : 0;
            return;
        }
        othersHaveIt(Owner.holder(answer.owner()));
        keys.refused(claim.waits());
        if (claim.waits()) {
            pause(store.table.pause(keys.next(), waited()));
        } else {
            end(Answer.busy());
        }
    }

    private long waited() {
        long now = System.nanoTime();
        if (!refused) {
            refused = true;
            refusedAt = now;
        }
        return now - refusedAt;
    }

    /** All leases begin anew. If a key is lost, it gives all back and begins again with nothing in hand. */
    private void care(boolean whole, long sent) {
        if (whole) {
            keys.extended(sent);
        } else {
            await(giveBack(), given -> {
                keys.none();
                token = 0;
                refused = false;
            });
        }
    }

    private void token(long first) {
        token = first;
        if (first == 0) {
            pause(0);
        }
    }

    private void pause(long nanos) {
        state = State.PAUSED;
        alarms().pause(keys.pause(nanos));
    }

    private Alarms alarms() {
        if (alarms == null) {
            alarms = new Alarms(store, request, this::step, this::ask);
        }
        return alarms;
    }

    private boolean isSilent() {
        return alarms != null && alarms.isSilent();
    }

    private void grant() {
        state = State.OVER;
        quiet();
        answer.complete(Answer.granted(new TableGrant(store, claim, keys.sentAt(), token)));
    }

    /** The answer of an attempt that has not got all its keys, as far as is known now. */
    private Answer last() {
        Throwable why = closed() != null ? closed() : failure;
        if (why == null && isSilent()) {
            if (request.kind() == LockKind.FENCED && keys.isAll()) {
                why = tokenless != null ? tokenless : new TimeoutException("the store has given no fencing token");
            } else if (!isContended()) {
                why = new TimeoutException("the store has not answered");
            }
        }
        return why == null ? Answer.busy() : Answer.unavailable(why);
    }

    /** A question that is under way, or has come back since, may have taken a key. */
    @Override
    protected void end(Answer given) {
        State before = state;
        state = State.OVER;
        quiet();
        claim.end();
        store.claims.remove(claim);
        if (before == State.ASKED && !(asked == take && take.drop())) {
            keys.unknown(asked == take);
            store.abandoned(claim);
            asked.whenComplete((said, failed) -> giveBack());
        } else {
            giveBack();
        }
        conclude(given);
    }

    /** What it has, and the next key where it may have that. */
    private CompletableFuture<Boolean> giveBack() {
        List<String> maybe = keys.maybe();
        return maybe.isEmpty() ? CompletableFuture.completedFuture(true) : store.returns.giveBack(maybe, claim);
    }

    private void quiet() {
        if (alarms != null) {
            alarms.cancel();
        }
    }
}
