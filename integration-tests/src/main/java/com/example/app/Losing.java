package com.example.app;

/** Bodies of many shapes that lose their lock on the way, as if an operator had deleted it. */
public class Losing {
    public String text(String key) {
        lose(key);
        return "text";
    }

    public void nothing(String key) {
        lose(key);
    }

    public int number(String key) {
        lose(key);
        return 42;
    }

    public long big(String key) {
        lose(key);
        return 42L;
    }

    public double exact(String key) {
        lose(key);
        return 42.5;
    }

    public boolean flag(String key) {
        lose(key);
        return true;
    }

    public static String fixed(String key) {
        lose(key);
        return "fixed";
    }

    public synchronized String monitor(String key) {
        lose(key);
        return "monitor";
    }

    public static synchronized int monitorOfClass(String key) {
        lose(key);
        return 42;
    }

    private String secret(String key) {
        lose(key);
        return "secret";
    }

    public String self(String key) {
        return secret(key);
    }

    public String checked(String key) throws ShopException {
        lose(key);
        throw new ShopException("no " + key);
    }

    public int overflow(String key) {
        lose(key);
        return deeper(0);
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    /** Whether the monitors are free again: they are entered on another thread. */
    public synchronized String monitors(String key) {
        synchronized (Losing.class) {
            return "free";
        }
    }

    /** Sleeps until somebody interrupts it. */
    public String sleeper(String key) {
        lose(key);
        try {
            Thread.sleep(60_000);
            return "slept";
        } catch (InterruptedException e) {
            return Thread.currentThread().isInterrupted() ? "flag" : "woken";
        }
    }

    /** Looks at the flag and leaves it. */
    public String looker(String key) {
        lose(key);
        long until = System.nanoTime() + 60_000_000_000L;
        while (!Thread.currentThread().isInterrupted() && System.nanoTime() < until) {
            Thread.yield();
        }
        return Thread.currentThread().isInterrupted() ? "seen" : "never";
    }

    private static void lose(String key) {
        Stage.body();
        Eye.delete(key);
    }
}
