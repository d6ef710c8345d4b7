package com.shop.weaving;

/** A class that is compiled with -parameters, as Spring wants its controllers. */
public class Named {
    private final int first;

    public Named(final int firstNumber) {
        first = firstNumber;
    }

    public String pay(String orderNo, final long amount) {
        return orderNo + amount + first;
    }

    public static int free(int leftAlone) {
        return leftAlone;
    }

    public synchronized boolean monitor(boolean ignored) {
        return Thread.holdsLock(this) && !ignored;
    }

    /** Its constructor has a parameter that no source names. */
    public class Inner {
        public Inner(String label) {
            assert label != null;
        }

        public int work(int effort) {
            return effort + first;
        }
    }
}
