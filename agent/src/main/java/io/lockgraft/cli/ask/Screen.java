package io.lockgraft.cli.ask;

import java.io.Console;

/** The terminal that this command runs on, if it runs on one. */
final class Screen {
    private Screen() {}

    /** True if somebody looks at what is written; false for a pipe or a file. */
    static boolean isThere() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // From JDK 22 on there is a console without a terminal, too.
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException older) {
            return true;
        }
    }
}
