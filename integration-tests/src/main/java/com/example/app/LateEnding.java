package com.example.app;

/** Bodies that run until the test lets them end, each in a way of its own. */
public class LateEnding {
    private static final Ending ENDING = new Ending();

    public String result(String key) throws InterruptedException {
        stay();
        return "the body's own";
    }

    public String checked(String key) throws InterruptedException, ShopException {
        stay();
        return ENDING.checked(key);
    }

    public String error(String key) throws InterruptedException {
        stay();
        return ENDING.error(key);
    }

    public int overflow(String key) throws InterruptedException {
        stay();
        return ENDING.overflow(key);
    }

    private static void stay() throws InterruptedException {
        Stage.body();
        Stage.awaitFinish();
    }
}
