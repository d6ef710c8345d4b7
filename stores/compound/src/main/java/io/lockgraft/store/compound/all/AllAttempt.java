package io.lockgraft.store.compound.all;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.attempt.SteppedAttempt;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/**
 * One request on its way, from one store to the next. What earlier stores have granted is renewed while it waits at a
 * later one. If one of them loses it, all is given back, and the way begins anew in the name of another owner.
 */
final class AllAttempt extends SteppedAttempt {
    private static final String SILENT = "a store of 'all' did not answer in time";

    private final AllStore store;

    /** In the name of the owner that has what is taken now. */
    private Request request;

    private final Map<Part, Taken> taken = new LinkedHashMap<>();
    private final Pauses pauses = new Pauses();

    /** The question that is open, at the store behind those that have granted, or to raise a token; or null. */
    private volatile Attempt asked;

    /** When it was sent. */
    private long askedAt;

    private CompletableFuture<List<Part>> ordering;
    private List<Part> order;
    private Future<?> deadline;
    private Future<?> alarm;
    private volatile boolean due;

    /** Why the order is not known; or null. */
    private Throwable trouble;

    /** What was taken before then must be confirmed: it may have been lost during the wait. */
    private long waitedUntil;

    /** The store whose token is being raised; null where keys are taken. */
    private Part raising;

    private long token;

    AllAttempt(AllStore store, Request request) {
        this.store = store;
        this.request = request;
        this.waitedUntil = request.madeAt();
    }

    void begin() {
        long last = request.lastAnswer(store.questionNanos()) - System.nanoTime();
        deadline = store.clock.after(last, () -> {
            due = true;
            step();
        });
        step();
    }

    @Override
    public boolean isContended() {
        Attempt open = asked;
        return super.isContended() || open != null && open.isContended();
    }

    @Override
    public String holder() {
        Attempt open = asked;
        String holder = open == null ? null : open.holder();
        return holder == null ? super.holder() : holder;
    }

    @Override
    protected void move() {
        if (answer.isDone()) {
            return;
        }
        if (closed() != null) {
            end(Answer.unavailable(closed()));
        } else if (isAbandoned() || due) {
            end(reason());
        } else if (order == null) {
            order();
        } else {
            go();
        }
    }

    /** Why there is no grant at the end of the wait. If others had a key, that has used up the time. */
    private Answer reason() {
        if (asked != null) {
            asked.abandon();
            Answer said = asked.answer().getNow(null);
            if (said != null && (said.isBusy() || said.cause() != null)) {
                return said;
            }
        }
        if (isContended()) {
            return Answer.busy();
        }
        return Answer.unavailable(trouble == null ? new TimeoutException(SILENT) : trouble);
    }

    private void order() {
        if (ordering == null) {
            ordering = store.order.get();
            ordering.whenComplete((known, failure) -> step());
        } else if (ordering.isDone()) {
            try {
                order = ordering.join();
                go();
            } catch (CompletionException e) {
                trouble = e.getCause() == null ? e : e.getCause();
                if (trouble instanceof Answer.Refusal) {
                    end(Answer.refused(trouble));
                } else if (!request.waits()) {
                    end(Answer.unavailable(trouble));
                } else {
                    ordering = null;
                    alarm(pauses.next());
                }
            }
        }
    }

    /** Takes in what has been answered, and asks the next store. */
    private void go() {
        lookAtRenewals();
        if (asked != null) {
            Answer said = asked.answer().getNow(null);
            if (said == null) {
                keep();
                return;
            }
            boolean waited = asked.isContended();
            if (waited) {
                othersHaveIt(asked.holder());
            }
            asked = null;
            if (said.grant() == null) {
                end(said);
                return;
            }
            Part part = raising == null ? order.get(taken.size()) : raising;
            Taken its = new Taken(said.grant(), askedAt);
            taken.put(part, its);
            waitedUntil = waited ? its.confirmedAt() : waitedUntil;
            raising = null;
        }
        if (isConfirming()) {
            return;
        }
        if (taken.size() < order.size()) {
            ask(order.get(taken.size()), request.madeNow());
        } else {
            raiseOrGrant();
        }
    }

    /** True while a store has not confirmed what it granted before a wait at a later one. */
    private boolean isConfirming() {
        long now = System.nanoTime();
        boolean open = false;
        for (Map.Entry<Part, Taken> each : taken.entrySet()) {
            if (each.getValue().confirmedAt() - waitedUntil < 0) {
                open = true;
                each.getValue().renew(each.getKey(), now, this::step);
            }
        }
        if (open) {
            alarm(pauses.next());
        }
        return open;
    }

    private void ask(Part part, Request question) {
        askedAt = System.nanoTime();
        Attempt open = part.store.acquire(question);
        asked = open;
        open.answer().thenAccept(said -> step());
        keep();
    }

    /** A token is told when all stores have stored it: each of them goes on from there when it is alone. */
    private void raiseOrGrant() {
        if (request.kind() == LockKind.FENCED) {
            token = token == 0 ? greatest() : token;
            for (Map.Entry<Part, Taken> each : taken.entrySet()) {
                if (each.getValue().grant.token() < token) {
                    raising = each.getKey();
                    Owner its = each.getValue().grant.request().owner();
                    Request raised = request.as(its, request.leaseMillis());
                    ask(raising, raised.madeNow().withTokenAbove(token - 1));
                    return;
                }
            }
        }
        long since = taken.values().stream()
                .map(Taken::since)
                .min((one, other) -> Long.signum(one - other))
                .orElse(askedAt);
        Map<Part, Grant> grants = new LinkedHashMap<>();
        taken.forEach((part, its) -> grants.put(part, its.grant));
        cancel();
        answer.complete(Answer.granted(new AllGrant(request, grants, since, token)));
    }

    private long greatest() {
        return taken.values().stream()
                .mapToLong(each -> each.grant.token())
                .max()
                .orElse(0);
    }

    /** Renews what has been taken, each third of its lease. */
    private void keep() {
        long now = System.nanoTime();
        long next = Long.MAX_VALUE;
        for (Map.Entry<Part, Taken> each : taken.entrySet()) {
            Taken its = each.getValue();
            long third = its.grant.leaseMillis() * 1_000_000 / 3;
            if (now - its.since() >= third) {
                its.renew(each.getKey(), now, this::step);
            }
            next = Math.min(next, Math.max(third - (now - its.since()), third / 4));
        }
        if (next < Long.MAX_VALUE) {
            alarm(next);
        }
    }

    /**
     * Takes in renewals. If a store has lost it, all is given back and will be taken anew. That needs another owner: a
     * late answer or release in the name of this one must not reach what is taken then.
     */
    private void lookAtRenewals() {
        boolean lost = false;
        for (Taken its : taken.values()) {
            lost |= its.isFoundLost(pauses);
        }
        if (lost) {
            giveBack();
            asked = null;
            raising = null;
            token = 0;
            request = request.as(request.owner().another(), request.leaseMillis());
        }
    }

    @Override
    protected void end(Answer given) {
        cancel();
        giveBack();
        conclude(given);
    }

    /** Abandons the open question, and gives back what has been taken: what was taken last first. */
    private void giveBack() {
        if (asked != null) {
            asked.abandon();
        }
        List<Taken> last = new ArrayList<>(taken.values());
        Collections.reverse(last);
        taken.clear();
        last.forEach(each -> store.leaving.add(each.grant.release()));
    }

    private void cancel() {
        Clock.cancel(deadline);
        Clock.cancel(alarm);
    }

    private void alarm(long nanos) {
        Clock.cancel(alarm);
        alarm = store.clock.after(nanos, this::step);
    }
}
