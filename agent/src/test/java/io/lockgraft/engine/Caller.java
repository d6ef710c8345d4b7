package io.lockgraft.engine;

import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.spi.LockKind;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/** Makes calls of one locked method, one after the other: each begins, exits or gives up when the test says so. */
public abstract class Caller {
    /** Where its call is. */
    public enum State {
        IDLE,
        CALLING,
        INSIDE,
        EXITING
    }

    /** An order that takes its fence token. */
    public static final class Order {
        public final String number;
        private volatile long version;

        public Order(String number) {
            this.number = number;
        }

        public void setVersion(long token) {
            version = token;
        }

        /** The token of its last call. */
        public long version() {
            return version;
        }
    }

    /** Hears of what becomes of the calls. */
    public interface Scene {
        /** On the caller's thread, as the body's first step. */
        void entered(Caller caller);

        void surprised(Throwable surprise);
    }

    /** Longer than a body that is short for the queue at a gate. */
    private static final long LONG = TimeUnit.MICROSECONDS.toNanos(60);

    final LockEngine engine;
    final int site;
    final LockKind kind;
    final Scene scene;
    volatile State state = State.IDLE;
    volatile Order order;
    volatile long enteredAt;
    /** When its call began, as a number in a row. */
    int turn;
    /** How often any call had held its lock for too long when it began. */
    volatile long exceeded;
    /** True if its lock may have been lost, so that other calls may run beside it. */
    volatile boolean excused;

    Caller(LockEngine engine, int site, LockKind kind, Scene scene) {
        this.engine = engine;
        this.site = site;
        this.kind = kind;
        this.scene = scene;
    }

    final void enters() {
        enteredAt = System.nanoTime();
        scene.entered(this);
    }

    abstract void begin(String number);

    /** Makes so many calls with an empty body, one after the other. */
    abstract void beginShort(String number, int calls);

    abstract void exit();

    abstract void giveUp();

    /** Wakes its thread for nothing, as a JVM may. */
    abstract void nudge();

    /** False while a step of it goes on that does not wait. */
    abstract boolean isAtRest();

    abstract void close() throws InterruptedException;

    /** Its calls are made by a thread of their own. */
    static final class OfThread extends Caller {
        private final LinkedBlockingQueue<Consumer<OfThread>> steps = new LinkedBlockingQueue<>();
        private final AtomicInteger left = new AtomicInteger();
        private final Thread thread = new Thread(this::run, "caller");
        private Token token;
        private boolean closed;

        OfThread(LockEngine engine, int site, LockKind kind, Scene scene) {
            super(engine, site, kind, scene);
            thread.setDaemon(true);
            thread.start();
        }

        private void run() {
            while (!closed) {
                try {
                    steps.take().accept(this);
                } catch (InterruptedException e) {
                    continue;
                } catch (RuntimeException | Error e) {
                    scene.surprised(e);
                }
                left.decrementAndGet();
            }
        }

        private void does(Consumer<OfThread> step) {
            left.incrementAndGet();
            steps.add(step);
        }

        private boolean enter() {
            try {
                token = engine.enter(site, null, new Object[] {order});
                enters();
                return true;
            } catch (LockInterruptedException e) {
                // As it was asked to be.
                state = State.IDLE;
            } catch (Throwable e) {
                state = State.IDLE;
                scene.surprised(e);
            }
            return false;
        }

        private void leave() {
            state = State.EXITING;
            Token its = token;
            token = null;
            its.exit(null, null);
            state = State.IDLE;
        }

        @Override
        void begin(String number) {
            order = new Order(number);
            state = State.CALLING;
            does(OfThread::enter);
        }

        @Override
        void beginShort(String number, int calls) {
            order = new Order(number);
            state = State.CALLING;
            does(each -> {
                for (int i = 0; i < calls; i++) {
                    state = State.CALLING;
                    if (enter()) {
                        leave();
                    }
                }
                Thread.interrupted();
            });
        }

        @Override
        void exit() {
            state = State.EXITING;
            does(each -> {
                while (System.nanoTime() - enteredAt < LONG) {
                    Thread.onSpinWait();
                }
                leave();
            });
        }

        @Override
        void giveUp() {
            thread.interrupt();
        }

        @Override
        void nudge() {
            LockSupport.unpark(thread);
        }

        @Override
        boolean isAtRest() {
            return left.get() == 0 || state == State.CALLING && thread.getState() == Thread.State.TIMED_WAITING;
        }

        @Override
        void close() throws InterruptedException {
            does(each -> closed = true);
            thread.join(20_000);
        }

        @Override
        public String toString() {
            return kind + " " + state + " " + thread.getState() + (excused ? " excused" : "");
        }
    }

    /** Its calls have no thread: each is a subscription, which takes the lock when it is made. */
    static final class OfMono extends Caller {
        private BaseSubscriber<Object> subscriber;

        OfMono(LockEngine engine, int site, LockKind kind, Scene scene) {
            super(engine, site, kind, scene);
        }

        @Override
        void begin(String number) {
            order = new Order(number);
            state = State.CALLING;
            subscriber = new BaseSubscriber<>() {
                @Override
                protected void hookOnError(Throwable failure) {
                    scene.surprised(failure);
                }
            };
            BaseSubscriber<Object> its = subscriber;
            Mono<Object> work = Mono.never().doOnSubscribe(begun -> enters(its));
            try {
                Token token = engine.enter(site, null, new Object[] {order});
                ((Mono<?>) token.exit(work, null)).subscribe(its);
            } catch (Throwable e) {
                scene.surprised(e);
            }
        }

        private void enters(Subscription of) {
            synchronized (scene) {
                // One that has given up meanwhile hears of nothing more.
                if (of == subscriber && state == State.CALLING) {
                    enters();
                }
            }
        }

        @Override
        void beginShort(String number, int calls) {
            begin(number);
        }

        @Override
        void exit() {
            end();
        }

        @Override
        void giveUp() {
            end();
        }

        private void end() {
            synchronized (scene) {
                state = State.IDLE;
            }
            subscriber.cancel();
        }

        @Override
        void nudge() {}

        @Override
        boolean isAtRest() {
            return true;
        }

        @Override
        void close() {}

        @Override
        public String toString() {
            return kind + " " + state + " without a thread" + (excused ? ", excused" : "");
        }
    }
}
