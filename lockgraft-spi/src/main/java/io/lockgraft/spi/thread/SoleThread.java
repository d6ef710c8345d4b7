package io.lockgraft.spi.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that is started when it is needed, and never twice at a time. No caller waits: of several at the same time
 * one starts it, and it finds what the others have left for it. Where it cannot be started, the next caller tries
 * again.
 */
public final class SoleThread {
    private final ThreadFactory threads;
    private final Runnable body;
    private final AtomicBoolean starting = new AtomicBoolean();
    /** Set before it is started: it may begin late, and must not be started twice. */
    private volatile Thread thread;

    /** @param body never ends without a call of {@link #ends} while the thread may be needed */
    public SoleThread(ThreadFactory threads, Runnable body) {
        this.threads = threads;
        this.body = body;
    }

    /** Starts it where that has not been done. */
    public void need() {
        if (thread != null || !starting.compareAndSet(false, true)) {
            return;
        }
        try {
            if (thread == null) {
                Thread made = threads.newThread(body);
                if (made != null) {
                    thread = made;
                    made.start();
                }
            }
        } catch (Throwable e) {
            thread = null;
            throw e;
        } finally {
            starting.set(false);
        }
    }

    /** Ends its parking, now or the next time. */
    public void unpark() {
        LockSupport.unpark(thread);
    }

    /**
     * Called by the thread as the last thing it does, before it looks once more for what callers have left for it: the
     * next {@link #need} starts another one.
     */
    public void ends() {
        thread = null;
    }

    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }
}
