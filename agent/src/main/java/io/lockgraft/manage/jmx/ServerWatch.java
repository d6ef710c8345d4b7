package io.lockgraft.manage.jmx;

import io.lockgraft.manage.meter.Meters;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Daemons;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Waits until the application makes an MBean server, and registers the beans in the platform's. Making that server
 * settles the log manager of the whole JVM, and which class builds servers: this is the application's to do, at its own
 * time. So the server is never made here. That one is being made shows by its builder's class, which is loaded for
 * every server, also for one with a builder of its own.
 *
 * <p>Names no class of JMX, which may not be there. No lambda: it may run before main.
 */
public final class ServerWatch implements ClassFileTransformer, Runnable {
    private static final String BUILDER = "javax/management/MBeanServerBuilder";

    private final Instrumentation instrumentation;
    private final String rulesFile;
    private final Meters meters;
    private final AtomicBoolean seen = new AtomicBoolean();

    private ServerWatch(Instrumentation instrumentation, String rulesFile, Meters meters) {
        this.instrumentation = instrumentation;
        this.rulesFile = rulesFile;
        this.meters = meters;
    }

    /** Begins to watch. */
    public static void begin(Instrumentation instrumentation, String rulesFile, Meters meters) {
        ServerWatch watch = new ServerWatch(instrumentation, rulesFile, meters);
        instrumentation.addTransformer(watch);
        String builder = BUILDER.replace('/', '.');
        // Behind the transformer: one of the two sees it.
        for (Class<?> each : instrumentation.getInitiatedClasses(null)) {
            if (each.getName().equals(builder)) {
                watch.found();
            }
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (loader == null && BUILDER.equals(name)) {
            found();
        }
        return null;
    }

    private void found() {
        if (seen.compareAndSet(false, true)) {
            try {
                Daemons.start("lockgraft-jmx", this);
            } catch (OutOfMemoryError noThread) {
                Log.warn("There is no thread to register MBeans: JMX has none of Lockgraft", noThread);
            }
        }
    }

    @Override
    public void run() {
        instrumentation.removeTransformer(this);
        try {
            PlatformServer.register(rulesFile, meters);
        } catch (Exception | LinkageError e) {
            Log.warn("JMX has no beans of Lockgraft", e);
        }
    }
}
