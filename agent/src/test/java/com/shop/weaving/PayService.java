package com.shop.weaving;

import java.io.IOException;

/** A class of the application, as the tests weave it. */
public class PayService {
    public int body;

    public String pay(String order, int amount) {
        body++;
        return order + amount;
    }

    public int add(int a, long b, double c) {
        a += 1;
        return (int) (a + b + c);
    }

    public static long twice(long value) {
        return value * 2;
    }

    public void fail(Throwable thrown) throws Throwable {
        throw thrown;
    }

    public void checked() throws IOException {
        throw new IOException("disk");
    }

    public int deep(int depth) {
        return depth < 0 ? 0 : deep(depth + 1) + 1;
    }

    private boolean secret(boolean value) {
        return !value;
    }

    public boolean callSecret() {
        return secret(false);
    }

    protected final char last(char c) {
        return c;
    }

    String[] several(String... all) {
        return all;
    }

    public synchronized boolean holdsMonitor() {
        return Thread.holdsLock(this);
    }

    public static synchronized boolean holdsClassMonitor() {
        return Thread.holdsLock(PayService.class);
    }

    public synchronized long manyReturns(int which) {
        if (which == 0) {
            return 0;
        }
        try {
            if (which == 1) {
                return 1L;
            }
            if (which == 2) {
                throw new IllegalStateException("two");
            }
            for (int i = 0; i < which; i++) {
                if (i == 7) {
                    return 7;
                }
            }
        } catch (IllegalArgumentException e) {
            return -1;
        } finally {
            body++;
        }
        return which;
    }
}
