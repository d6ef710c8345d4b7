package io.lockgraft.spi.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes a store's threads: {@link Daemons} with a number each. Libraries find their own classes by them. */
public final class DaemonThreads implements ThreadFactory, Executor {
    private final String prefix;
    private final AtomicInteger count = new AtomicInteger();

    public DaemonThreads(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable work) {
        return Daemons.make(prefix + '-' + count.incrementAndGet(), work, DaemonThreads.class.getClassLoader());
    }

    /** A thread of its own for each piece of work: Netty's event loops, which run as long as the client does. */
    @Override
    public void execute(Runnable work) {
        newThread(work).start();
    }
}
