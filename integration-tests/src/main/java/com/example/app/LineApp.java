package com.example.app;

/** Logs lines inside and outside of locked calls, which know nothing of tokens. */
public final class LineApp {
    private final Line line;

    private LineApp(Line line) {
        this.line = line;
    }

    /** Arguments: the logging library; and "late" if the application first logs after locked calls. */
    public static void main(String[] args) throws InterruptedException {
        if (args.length > 1) {
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

    private static void late(String library) throws InterruptedException {
        new LineApp(Line.of("none")).pay("A", null);
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
