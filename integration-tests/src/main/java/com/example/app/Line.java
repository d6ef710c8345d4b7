package com.example.app;

/** One logging library, as an application uses it. */
public interface Line {
    /** Logs a line, whose layout shows lockgraft.fence in front of it. */
    void log(String text);

    /** The application's own value under that name; null for none. */
    void own(String value);

    /** By its name in the tests. */
    static Line of(String library) {
        switch (library) {
            case "slf4j":
                return new Slf4jLine();
            case "log4j1":
                return new Log4j1Line();
            case "log4j2":
                return new Log4j2Line();
            default:
                return new PlainLine();
        }
    }

    /** Of an application that logs nothing. */
    final class PlainLine implements Line {
        @Override
        public void log(String text) {
            System.out.println(text);
        }

        @Override
        public void own(String value) {}
    }
}
