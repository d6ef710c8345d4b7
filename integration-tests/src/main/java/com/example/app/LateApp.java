package com.example.app;

/**
 * Does its last work in a shutdown hook, when others have ended: locked calls, one inside of the other. The JVM halts
 * with the end of the outermost.
 */
public final class LateApp {
    private LateApp() {}

    public static void main(String[] args) {
        LateApp app = new LateApp();
        if (args.length > 0) {
            app.work(Integer.parseInt(args[0]));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Thread.sleep(1_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            app.work(100);
            System.out.println("the last work is done");
            Runtime.getRuntime().halt(0);
        }));
    }

    void work(int depth) {
        if (depth > 0) {
            work(depth - 1);
        }
    }
}
