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

    /** Another thread writes more to the standard error stream than a pipe takes that nobody reads. */
    public String loud(String key) throws InterruptedException {
        Thread writer = new Thread(new Runnable() {
            @Override
            public void run() {
                for (int i = 0; i < 4_000; i++) {
                    System.err.println("the application has a lot to say, and this is line " + i + " of it all");
                }
            }
        });
        writer.setDaemon(true);
        writer.start();
        stay();
        return "the body's own";
    }

    private static void stay() throws InterruptedException {
        Stage.body();
        Stage.awaitFinish();
    }
}
