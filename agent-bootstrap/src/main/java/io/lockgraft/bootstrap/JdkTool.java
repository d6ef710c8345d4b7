package io.lockgraft.bootstrap;

/**
 * One of the JDK's own programs (javac, keytool, jps), which gets every agent that JAVA_TOOL_OPTIONS names. None of
 * them runs an application, so there is nothing to lock and nothing to refuse.
 */
final class JdkTool {
    private static final String[] PACKAGES = {
        "com.sun.tools.", "com.sun.java.util.jar.", "jdk.jfr.", "jdk.tools.",
        "sun.jvmstat.", "sun.rmi.", "sun.security.tools.", "sun.tools."
    };

    private JdkTool() {}

    /**
     * The main class of the tool that this command runs, or null where it runs something else.
     *
     * @param command as the launcher notes it: the main class, with its module from Java 9 on, then arguments; or null
     */
    static String of(String command) {
        if (command == null) {
            return null;
        }
        int space = command.indexOf(' ');
        String main = space < 0 ? command : command.substring(0, space);
        int slash = main.indexOf('/');
        String module = slash < 0 ? "" : main.substring(0, slash);
        String type = main.substring(slash + 1);
        if (type.startsWith("com.sun.tools.javac.launcher.") // java Shop.java: an application, compiled on the way
                || type.endsWith(".jar") // java -jar jdk.apps/shop.jar: a path, not a class in a module
                || type.indexOf('/') >= 0
                || type.indexOf('.') < 0) {
            return null;
        }
        if (module.startsWith("jdk.") || module.startsWith("java.")) {
            return type;
        }
        for (String tool : PACKAGES) {
            if (slash < 0 && type.startsWith(tool)) {
                return type;
            }
        }
        return null;
    }

    /** At debug only: what a tool prints may be read by a program. */
    static void sayNothingIsDone(String tool) {
        if ("debug".equalsIgnoreCase(System.getProperty("lockgraft.log", System.getenv("LOCKGRAFT_LOG")))) {
            System.err.println(LogLine.of("DEBUG", tool + " is a tool of the JDK: nothing to lock"));
        }
    }
}
