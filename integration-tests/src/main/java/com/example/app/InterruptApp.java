package com.example.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Interrupts calls of a locked method at every moment: before they wait, while they wait, inside, at the end. Each has
 * a key of its own, so that a lock that is left behind stops no other call. When it comes, nobody holds it, or a call
 * of the same sort, or a client beside.
 */
public final class InterruptApp {
    private InterruptApp() {}

    /**
     * Arguments: what locks (the agent, with the client beside or alone, or a hand), Redis' address, in front of each
     * key, how many calls, the seed of all their moments. Prints what became of them. Its keys must be free by
     * themselves then, not because its process ends: whoever starts it has to let that live on.
     */
    public static void main(String[] args) throws InterruptedException {
        RedissonClient client = client(args[1]);
        Patient patient = args[0].equals("hand") ? new PatientByHand(client) : new Patient();
        RedissonClient clientBeside = client(args[1]);
        Patient beside = args[0].equals("agent alone") ? patient : new PatientByHand(clientBeside);
        System.out.println("redisson " + Redisson.class.getPackage().getImplementationVersion());
        int ran = 0;
        int declined = 0;
        List<Moments> all = Moments.of(Long.parseLong(args[4]), Integer.parseInt(args[3]));
        for (int i = 0; i < all.size(); i++) {
            Moments moments = all.get(i);
            Caller caller = call(moments, patient, moments.holder(patient, beside), args[2] + i);
            if (caller.thrown == null && caller.kept) {
                ran++;
            } else if (caller.thrown == null) {
                System.out.println("wrong: it ran, and the interrupt was swallowed");
            } else if (caller.isDeclined(moments.declares)) {
                declined++;
            } else {
                System.out.println("wrong: " + caller.thrown + ", flag " + caller.flag);
            }
        }
        System.out.println("ran " + ran);
        System.out.println("declined " + declined);
        System.out.flush();
        if (!args[0].equals("hand")) {
            // Its threads are not the agent's.
            client.shutdown();
            clientBeside.shutdown();
        }
    }

    /** @param holding null for nobody */
    private static Caller call(Moments moments, Patient patient, Patient holding, String key)
            throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Caller holder = new Caller(() -> holding.hold(key, () -> {
            held.countDown();
            await(begun);
            pause(moments.heldMicros);
        }));
        holder.sent = true;
        if (holding != null) {
            holder.start();
            held.await();
        }
        Caller caller = new Caller(() -> {
            if (moments.declares) {
                patient.declared(key);
            } else {
                patient.undeclared(key);
            }
        });
        caller.start();
        begun.countDown();
        pause(moments.interruptMicros);
        caller.interrupt();
        caller.sent = true;
        caller.join();
        holder.join();
        return caller;
    }

    private static RedissonClient client(String address) {
        Config config = new Config();
        config.useSingleServer().setAddress(address).setConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pause(long micros) {
        long end = System.nanoTime() + micros * 1000;
        while (System.nanoTime() < end) {
            Thread.yield();
        }
    }

    /** What happens when in one call, from when it begins. */
    private static final class Moments {
        private static final int MOST_MICROS = 3_000;

        private final boolean declares;
        private final int holder;
        private final int heldMicros;
        private final int interruptMicros;

        private Moments(Random random) {
            this.declares = random.nextBoolean();
            this.holder = random.nextInt(3);
            this.heldMicros = random.nextInt(MOST_MICROS);
            this.interruptMicros = random.nextInt(MOST_MICROS);
        }

        /** Who holds the key then, or null. */
        private Patient holder(Patient patient, Patient beside) {
            return holder == 0 ? null : holder == 1 ? patient : beside;
        }

        /** Before the first call: what becomes of one changes nothing for the others. */
        private static List<Moments> of(long seed, int calls) {
            Random random = new Random(seed);
            List<Moments> all = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                all.add(new Moments(random));
            }
            return all;
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static final class Caller extends Thread {
        private final Work work;
        private volatile Throwable thrown;
        private volatile boolean flag;
        private volatile boolean sent;
        private volatile boolean kept;

        private Caller(Work work) {
            this.work = work;
        }

        @Override
        public void run() {
            try {
                work.run();
                while (!sent) {
                    Thread.yield();
                }
                kept = isInterrupted();
            } catch (Throwable t) {
                thrown = t;
                flag = isInterrupted();
            }
        }

        /** A method that declares InterruptedException gets it; any other gets the agent's, and keeps the flag. */
        private boolean isDeclined(boolean declares) {
            return declares
                    ? thrown instanceof InterruptedException
                    : thrown.getClass().getName().equals("io.lockgraft.api.LockInterruptedException") && flag;
        }
    }
}
