package com.example.app;

import io.lockgraft.api.LockException;
import io.lockgraft.api.Locks;
import java.util.Collections;

/** Counts on one key in a method that a rule names, and in blocks that ask for the same rule. */
public final class LocksApp {
    private LocksApp() {}

    /** The arguments are those of {@link CounterApp}. */
    public static void main(String[] args) throws Exception {
        Counter counter = new Counter();
        CounterApp.count(args, (call, key) -> count(call, counter, key));
        refusals(args[0]);
    }

    private static void count(int call, Counter counter, String key) throws Exception {
        Counted unlocked = new Counted();
        switch (call % 4) {
            case 0:
                counter.add(key);
                break;
            case 1:
                Locks.call("count", Collections.singletonMap("number", key), () -> unlocked.add(key));
                break;
            case 2:
                Locks.run("count", Collections.singletonMap("number", key), () -> unlocked.add(key));
                break;
            default:
                try (Locks.Held held = Locks.lock("K:" + key, "count")) {
                    unlocked.add(key);
                }
        }
    }

    private static void refusals(String key) throws Exception {
        try (Locks.Held held = Locks.lock("K:" + key, "count")) {
            Thread other = new Thread(() -> {
                try {
                    Locks.lock("K:" + key, "at-once");
                } catch (LockException e) {
                    System.out.println(e.getClass().getSimpleName() + ' ' + e.rule());
                }
                try {
                    Locks.call("own", key, () -> "body");
                } catch (Exception e) {
                    System.out.println(e.getClass().getName() + ' ' + e.getMessage());
                }
            });
            other.start();
            other.join();
        }
    }

    /** No rule names it. */
    static final class Counted {
        String add(String key) {
            int seen = Witness.enter(key);
            Thread.yield();
            Witness.exit(key, seen + 1);
            return key;
        }
    }

    /** Asks for locks that nobody gives. */
    public static final class Alone {
        private Alone() {}

        public static void main(String[] args) throws Exception {
            try {
                Locks.call("count", "A", () -> {
                    System.out.println("the body ran");
                    return null;
                });
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            try {
                Locks.lock("A", "count");
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
            System.out.println(Locks.fence());
        }
    }
}
