package io.lockgraft.cli.shell;

import java.io.Console;
import java.util.Locale;

/** The terminal that a command runs on, if it runs on one. */
public final class Terminal {
    private Terminal() {}

    /** True if somebody looks at what is written; false for a pipe or a file. */
    public static boolean isThere() {
        Console console = System.console();
        return console != null && isTerminal(console);
    }

    /** Java 22 to 24 have a console also where the streams are those of a script. */
    private static boolean isTerminal(Console console) {
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException beforeJava22) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Asks the person at the terminal. False where there is none: in a script nobody answers. */
    public static boolean confirmed(String question) {
        String answer = isThere() ? System.console().readLine("%s [y/N] ", question) : null;
        return answer != null && answer.trim().toLowerCase(Locale.ROOT).startsWith("y");
    }
}
