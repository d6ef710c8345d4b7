package com.example.app;

import java.util.Random;

/** Interrupts calls of a contended method at every moment: before they wait, while they wait, inside, at the end. */
public final class InterruptApp {
    private InterruptApp() {}

    /** Arguments: the key, how many calls, the seed of the moments. Prints what became of them. */
    public static void main(String[] args) throws InterruptedException {
        String key = args[0];
        int calls = Integer.parseInt(args[1]);
        Random random = new Random(Long.parseLong(args[2]));
        Patient patient = new Patient();
        Caller rival = new Caller(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                patient.undeclared(key);
            }
        });
        rival.start();
        int ran = 0;
        int declined = 0;
        for (int i = 0; i < calls; i++) {
            boolean declares = random.nextBoolean();
            Caller caller = new Caller(() -> {
                if (declares) {
                    patient.declared(key);
                } else {
                    patient.undeclared(key);
                }
            });
            caller.start();
            pause(random.nextInt(3_000));
            caller.interrupt();
            caller.sent = true;
            caller.join();
            if (caller.thrown == null && caller.kept) {
                ran++;
            } else if (caller.thrown == null) {
                System.out.println("wrong: it ran, and the interrupt was swallowed");
            } else if (caller.isDeclined(declares)) {
                declined++;
            } else {
                System.out.println("wrong: " + caller.thrown + ", flag " + caller.flag);
            }
        }
        rival.interrupt();
        rival.sent = true;
        rival.join();
        System.out.println("ran " + ran);
        System.out.println("declined " + declined);
        System.out.println("over");
        System.out.flush();
        // The key must be free by itself now, not because this process ends.
        Witness.meet("checked", 2);
    }

    static void pause(long micros) {
        long end = System.nanoTime() + micros * 1000;
        while (System.nanoTime() < end) {
            Thread.yield();
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
