package com.example.app;

/** Logs lines inside and outside of locked calls, which know nothing of tokens. */
public final class LineApp {
    private final Line line;

    private LineApp(Line line) {
        this.line = line;
    }

    /**
     * Arguments: the logging library; and "late" if the application first logs after locked calls, "initialising" if a
     * locked call comes while another thread initialises the library, which reads a file for it that comes slowly,
     * "crowd" if several threads want the same lock at the same time.
     */
    public static void main(String[] args) throws InterruptedException {
        if (args.length > 1 && args[1].equals("crowd")) {
            crowd(args[0]);
            return;
        }
        if (args.length > 1) {
            if (args[1].equals("initialising")) {
                initialising(args[0]);
            } else {
                new LineApp(Line.of("none")).pay("A", null);
            }
            late(args[0]);
            return;
        }
        LineApp app = new LineApp(Line.of(args[0]));
        app.pay("B", null);
        app.line.own("own");
        app.pay("A", "B");
        app.line.log("after A");
        app.line.own(null);
        app.pay("A", null);
        app.line.log("end");
    }

    private static void initialising(String library) throws InterruptedException {
        Thread user = new Thread(() -> Line.of(library));
        user.start();
        while (!reads(user)) {
            Thread.sleep(10);
        }
        new LineApp(Line.of("none")).pay("A", null);
        user.join();
    }

    private static boolean reads(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().equals("java.io.FileInputStream")) {
                return true;
            }
        }
        return false;
    }

    private static void crowd(String library) throws InterruptedException {
        LineApp app = new LineApp(Line.of(library));
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int call = 0; call < 25; call++) {
                    app.pay("crowd", null);
                }
            });
            threads[i].start();
        }
        for (Thread each : threads) {
            each.join();
        }
    }

    private static void late(String library) throws InterruptedException {
        LineApp app = new LineApp(Line.of(library));
        for (int i = 0; i < 100; i++) {
            app.pay("late", null);
            Thread.sleep(100);
        }
    }

    private void pay(String key, String inner) {
        line.log("in " + key);
        if (inner != null) {
            pay(inner, null);
            line.log("back in " + key);
        }
    }
}
