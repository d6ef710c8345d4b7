package io.lockgraft.asynchronous;

import io.lockgraft.api.LockLostException;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.engine.call.LaterHold;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The lock of one subscription: taken without blocking a thread. What follows runs where the subscription began, and on
 * no thread of ours.
 */
final class SubscriptionLock {
    private final Subscription subscription;
    private final Publication publication;
    private Executor executor;
    private ClassLoader context;
    private volatile LaterHold taking;

    SubscriptionLock(Subscription subscription, Publication publication) {
        this.subscription = subscription;
        this.publication = publication;
    }

    /** On the subscriber's thread. */
    void begin() throws Throwable {
        Executor eventLoop = EventLoops.ofThisThread();
        executor = eventLoop != null ? eventLoop : publication.library().executor();
        context = Thread.currentThread().getContextClassLoader();
        take(publication.lock().take(Contexts.around(subscription.actual())));
    }

    private void take(LaterHold begun) {
        taking = begun;
        if (subscription.isOver()) {
            begun.giveUp();
        }
        begun.known().whenComplete((known, failure) -> goOnElsewhere());
    }

    private void goOnElsewhere() {
        if (subscription.isOver()) {
            return;
        }
        try {
            executor.execute(this::goOn);
        } catch (Throwable refused) {
            CompletableFuture.runAsync(() -> failQuietly(refused));
        }
    }

    /** True if the subscriber is told of it, and not at its end already. */
    private boolean failQuietly(Throwable e) {
        try {
            return subscription.fail(e);
        } catch (Throwable thrownBySubscriber) {
            // No subscriber is left to be told.
            return true;
        }
    }

    private void goOn() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(context);
        try {
            if (!subscription.isOver()) {
                subscribe();
            }
        } catch (Throwable e) {
            if (!failQuietly(e)) {
                // The subscriber's own, as a rule: for whoever runs this thread, as without the lock.
                throw Types.<RuntimeException>asItIs(e);
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private void subscribe() throws Throwable {
        if (taking.isHeld()) {
            subscribeUnder(taking);
            return;
        }
        Substitute instead = taking.instead();
        if (instead != null) {
            subscription.answer(instead.value());
        } else {
            subscription.subscribe();
        }
    }

    private void subscribeUnder(LaterHold held) throws Throwable {
        boolean entered;
        try {
            entered = held.enterBody();
            if (entered) {
                subscription.subscribe();
            }
        } finally {
            held.exitBody();
        }
        if (!entered && !subscription.isOver()) {
            // Lost before the work could begin: it is taken anew.
            held.end();
            take(held.anew());
        }
    }

    /** Null before it was asked for. */
    LaterHold taking() {
        return taking;
    }

    /** Null where it is not known to be lost. */
    LockLostException knownLost() {
        LaterHold its = taking;
        return its == null ? null : its.knownLost();
    }

    /** The original has said that its work is over. */
    void end() {
        LaterHold its = taking;
        if (its != null) {
            its.end();
        }
    }

    /** The subscription is over, whatever the original does. */
    void giveUp() {
        LaterHold its = taking;
        if (its != null) {
            its.giveUp();
        }
    }
}
