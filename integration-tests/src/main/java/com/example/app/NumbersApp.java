package com.example.app;

import io.lockgraft.api.LockBusyException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.LogManager;
import javax.management.MBeanServer;
import javax.management.MBeanServerBuilder;
import javax.management.MBeanServerDelegate;
import javax.management.ObjectName;

/**
 * Counts what becomes of its calls, and makes the platform's MBean server late, under a log manager and with a builder
 * of its own. Tells what it has counted, and what the beans of Lockgraft say, and waits for the end of its input.
 */
public final class NumbersApp {
    private static final int THREADS = 4;
    private static final int CALLS = 250;
    /** A key that is held while all other calls are made. */
    private static final String HELD = "held";

    private static final AtomicLong ENTERED = new AtomicLong();
    private static final AtomicLong NESTED = new AtomicLong();
    private static final AtomicLong BUSY = new AtomicLong();

    private NumbersApp() {}

    public static void main(String[] args) throws Exception {
        sell(HELD, false);
        System.setProperty("java.util.logging.manager", OwnLogManager.class.getName());
        System.setProperty("javax.management.builder.initial", OwnBuilder.class.getName());
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        System.out.println(LogManager.getLogManager().getClass().getSimpleName() + ' ' + OwnBuilder.built + " built");
        tell(server);
        System.out.println("Entered " + ENTERED + ", Nested " + NESTED + ", Busy " + BUSY);
        while (System.in.read() >= 0) {}
    }

    /** The agent registers its beans on a thread of its own. */
    private static void tell(MBeanServer server) throws Exception {
        ObjectName rule = new ObjectName("io.lockgraft:type=Rule,name=sell");
        while (!server.isRegistered(rule)) {
            Thread.sleep(10);
        }
        StringBuilder told = new StringBuilder();
        for (String each : new String[] {"Entered", "Nested", "Busy"}) {
            told.append(told.length() == 0 ? "" : ", ")
                    .append(each)
                    .append(' ')
                    .append(server.getAttribute(rule, each));
        }
        System.out.println(told);
        System.out.println(
                server.getAttribute(new ObjectName("io.lockgraft:type=Agent"), "Rules") + " rules, store up: "
                        + server.getAttribute(new ObjectName("io.lockgraft:type=Store,name=default"), "Up"));
        System.out.println(server.invoke(rule, "waited", null, null).getClass().getSimpleName());
    }

    /**
     * Every second call finds its key held. Calls that met by chance would not all be busy: none waits, and on a busy
     * machine the answer to the first may come too late for the second.
     */
    private static void callOften(String key) {
        for (int i = 0; i < CALLS; i++) {
            try {
                sell(i % 2 == 0 ? key : HELD, i % 3 == 0);
            } catch (LockBusyException e) {
                BUSY.incrementAndGet();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void callInThreads() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            String key = "of " + i;
            threads.add(new Thread(() -> callOften(key)));
        }
        for (Thread each : threads) {
            each.start();
        }
        for (Thread each : threads) {
            each.join();
        }
    }

    static void sell(String key, boolean twice) throws InterruptedException {
        if (key.equals(HELD)) {
            callInThreads();
        }
        if (twice) {
            sell(key, false);
            NESTED.incrementAndGet();
            ENTERED.decrementAndGet();
        }
        ENTERED.incrementAndGet();
    }

    /** A log manager of the application's own. */
    public static final class OwnLogManager extends LogManager {}

    /** Builds MBean servers as an application server does. */
    public static final class OwnBuilder extends MBeanServerBuilder {
        static int built;

        @Override
        public MBeanServer newMBeanServer(String domain, MBeanServer outer, MBeanServerDelegate delegate) {
            built++;
            return super.newMBeanServer(domain, outer, delegate);
        }
    }
}
