package io.lockgraft.testing.store;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.StoreLog;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** What a test opens a store with: as if each store were another JVM's. */
public final class TestContext implements StoreContext {
    private static final AtomicInteger JVMS = new AtomicInteger();

    private final Jvm jvm;
    private final String namespace;

    public TestContext() {
        this(newJvm());
    }

    public TestContext(Jvm jvm) {
        this(jvm, "test");
    }

    public TestContext(Jvm jvm, String namespace) {
        this.jvm = jvm;
        this.namespace = namespace;
    }

    /** One that no other test has. Its owners begin at the same number as those of all others. */
    public static Jvm newJvm() {
        int number = JVMS.incrementAndGet();
        String random = Long.toHexString(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
        return new Jvm("host-" + number, Integer.toString(1000 + number), "test", random);
    }

    @Override
    public Jvm jvm() {
        return jvm;
    }

    @Override
    public String namespace() {
        return namespace;
    }

    @Override
    public StoreLog log() {
        return Log.ofStore();
    }

    @Override
    public Clock newClock(String name) {
        return new Clock(threads(name));
    }

    @Override
    public DaemonThreads threads(String name) {
        return new DaemonThreads("lockgraft-" + name);
    }

    @Override
    public Class<?> applicationClass(String name) throws ClassNotFoundException {
        return Class.forName(name);
    }
}
