package com.example.app;

/** Bodies that end in every way there is. */
public class Ending {
    public String checked(String key) throws ShopException {
        throw new ShopException("no " + key);
    }

    public String unchecked(String key) {
        throw new IllegalStateException("no " + key);
    }

    public String error(String key) {
        throw new AssertionError("no " + key);
    }

    public String sneaky(String key) {
        return Ending.<RuntimeException>sneak(new ShopException("no " + key));
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> String sneak(Throwable t) throws T {
        throw (T) t;
    }

    public int overflow(String key) {
        return deeper(0);
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    public String nothing(String key) {
        return null;
    }
}
