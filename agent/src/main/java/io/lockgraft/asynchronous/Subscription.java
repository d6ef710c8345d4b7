package io.lockgraft.asynchronous;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.call.LaterHold;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One subscription to a guarded publisher, and its hold. To its subscriber it is the subscription, at once; to the
 * original publisher, which is subscribed to when the lock has come, it is the subscriber.
 *
 * <p>Exactly one of these ends it, and gives the hold back: the original's completion or error, the subscriber's
 * cancel, a subscriber or publisher that throws. The work is over when the original says so. Thus the hold is given
 * back first, and the signal passed on then: what the subscriber does next may want the same lock. For the same reason
 * the one item of a Mono, Uni, Single or Maybe is kept until its completion, which follows at once. A cancel is passed
 * on first. Where the original is being subscribed to at that moment, the hold lasts until that is done; what the
 * original does elsewhere cannot be seen.
 *
 * <p>No code of the application's runs on a thread of ours, and no thread waits.
 */
final class Subscription implements InvocationHandler {
    private final Publication publication;
    private final Protocol protocol;
    private final Object actual;
    private final Object between;
    private final AtomicBoolean over = new AtomicBoolean();
    private final boolean single;

    /** Never taken where it was decided what the subscriber gets. */
    private final SubscriptionLock lock;

    private volatile boolean cancelled;
    /** The original's subscription, or an {@link Item}. */
    private volatile Object source;
    /** How many items were asked for before there was a source. Guarded by this. */
    private long asked;

    /** The subscriber's context, for the original. */
    private volatile Object inside;

    /** What a single one has given; between two signals of the original. */
    private Object kept;

    /** What the subscriber gets in place of the original's items, when it asks. */
    private static final class Item {
        private final Object value;

        Item(Object value) {
            this.value = value;
        }
    }

    Subscription(Publication publication, Object actual) {
        this.publication = publication;
        this.protocol = publication.library().protocol();
        this.single = publication.library().isSingle();
        this.actual = actual;
        this.between = protocol.between(actual, this);
        this.lock = new SubscriptionLock(this, publication);
    }

    /** On the subscriber's thread, which must not be blocked. */
    void begin() throws Throwable {
        protocol.onSubscribe(actual, between);
        if (over.get()) {
            return;
        }
        try {
            if (publication.lock() == null) {
                answer(publication.decided().call());
            } else {
                lock.begin();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** The lock has come, or the original runs without it. */
    void subscribe() throws Throwable {
        protocol.subscribe(publication.original(), between);
    }

    /** @param value a publisher of the same type is subscribed to; null is nothing, all else an item */
    void answer(Object value) throws Throwable {
        Library library = publication.library();
        if (library.has(value)) {
            protocol.subscribe(library.publisher(value), between);
        } else if (value == null) {
            complete();
        } else {
            comes(new Item(value));
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "onNext":
                next(arguments[0]);
                return null;
            case "request":
                request((Long) arguments[0]);
                return null;
            case "onSubscribe":
                comes(arguments[0]);
                return null;
            case "onComplete":
                complete();
                return null;
            case "onError":
                failed((Throwable) arguments[0]);
                return null;
            case "cancel":
                cancel();
                return null;
            case "currentContext":
                return currentContext(method, arguments);
            default:
                return Protocol.other(proxy, method, arguments, actual);
        }
    }

    /** Of Reactor, which asks often. */
    private Object currentContext(Method method, Object[] arguments) throws Throwable {
        LaterHold its = lock.taking();
        if (inside == null && its != null && its.isHeld()) {
            inside = Contexts.inside(actual, its);
        }
        return inside == null ? Protocol.other(between, method, arguments, actual) : inside;
    }

    private void comes(Object subscription) throws Throwable {
        long before;
        synchronized (this) {
            before = source == null ? asked : -1;
            source = source == null ? subscription : source;
        }
        if (before < 0 || over.get()) {
            // A second one, which is not allowed; or one after the end.
            cancel(subscription);
        } else if (before > 0) {
            request(subscription, before);
        }
    }

    private void request(long items) throws Throwable {
        if (items <= 0) {
            fail(new IllegalArgumentException("3.9: a subscriber must ask for more than " + items + " items"));
            return;
        }
        Object from;
        synchronized (this) {
            from = source;
            if (from == null) {
                asked = asked + items < 0 ? Long.MAX_VALUE : asked + items;
                return;
            }
        }
        request(from, items);
    }

    private void request(Object from, long items) throws Throwable {
        if (from instanceof Item) {
            give(((Item) from).value);
        } else {
            protocol.request(from, items);
        }
    }

    /** Once, whatever else is asked for. */
    private void give(Object value) throws Throwable {
        if (over.compareAndSet(false, true)) {
            lock.end();
            protocol.onNext(actual, value);
            if (!cancelled) {
                protocol.onComplete(actual);
            }
        }
    }

    private void next(Object item) throws Throwable {
        if (single) {
            kept = item;
        } else if (!over.get()) {
            try {
                protocol.onNext(actual, item);
            } catch (Throwable e) {
                // It must not throw, and the original may not tell of its end any more.
                stop();
                throw e;
            }
        }
    }

    private void complete() throws Throwable {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        LockLostException lost = lock.knownLost();
        lock.end();
        if (lost != null) {
            protocol.onError(actual, lost);
            return;
        }
        if (kept != null) {
            protocol.onNext(actual, kept);
        }
        if (!cancelled) {
            protocol.onComplete(actual);
        }
    }

    private void failed(Throwable error) throws Throwable {
        if (over.compareAndSet(false, true)) {
            lock.end();
            protocol.onError(actual, error);
        }
    }

    /**
     * The original cannot be subscribed to, or the subscriber has broken the rules. False where it is over already, and
     * the subscriber is told nothing.
     */
    boolean fail(Throwable error) throws Throwable {
        boolean ends = over.compareAndSet(false, true);
        if (ends) {
            try {
                cancel(source);
            } finally {
                lock.giveUp();
                protocol.onError(actual, error);
            }
        }
        return ends;
    }

    private void cancel() throws Throwable {
        cancelled = true;
        stop();
    }

    private void stop() throws Throwable {
        if (over.compareAndSet(false, true)) {
            try {
                cancel(source);
            } finally {
                lock.giveUp();
            }
        }
    }

    private void cancel(Object from) throws Throwable {
        if (from != null && !(from instanceof Item)) {
            protocol.cancel(from);
        }
    }

    boolean isOver() {
        return over.get();
    }

    Object actual() {
        return actual;
    }
}
