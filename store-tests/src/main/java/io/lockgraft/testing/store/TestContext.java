package io.lockgraft.testing.store;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.StoreContext;
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
    public Class<?> applicationClass(String name) throws ClassNotFoundException {
        return Class.forName(name);
    }
}
