package io.lockgraft.bootstrap;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.jar.JarFile;

/**
 * The entrance of the jar: as an agent, attached to a running JVM, or by {@code java -jar}.
 *
 * <p>Loaded by the system loader, among the application's classes, and therefore bound to some rules:
 * <ul>
 *   <li>It does almost nothing: it puts the jar behind the bootstrap class path and hands over to {@link Start}, which
 *       that loader then finds.
 *   <li>After that it names no class of ours with a state any more, or there would be two of it.
 * <li>No logging framework, no NIO file system, no JMX, no lambda, here and in all that runs before {@code main}: each
 * of
 *       them would settle something that is the application's to settle, or crash an early Java 8.
 *   <li>It never throws before {@code main}: the JVM would abort with native frames. It prints, and exits with 78. It
 *       throws where it is attached and does not start: the JVM makes the return code of that.
 * </ul>
 */
public final class Premain {
    private static final String START = "io.lockgraft.bootstrap.Start";

    private Premain() {}

    /** Called for {@code -javaagent:lockgraft.jar=rules.yaml}. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        enter(arguments, instrumentation, false);
    }

    /** Called when the jar is attached to a JVM that runs already. */
    public static void agentmain(String arguments, Instrumentation instrumentation) {
        if (!enter(arguments, instrumentation, true)) {
            throw new NotStartedException();
        }
    }

    /** Called for {@code java -jar lockgraft.jar}. */
    public static void main(String[] arguments) throws Throwable {
        try (JarFile jar = OwnJar.open()) {
            Object exitCode = new AgentLoader(jar)
                    .loadClass("io.lockgraft.cli.Main")
                    .getMethod("run", String[].class)
                    .invoke(null, (Object) arguments);
            System.exit((Integer) exitCode);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Starts the agent. Returns true if this call has done so. */
    private static boolean enter(String arguments, Instrumentation instrumentation, boolean attached) {
        try {
            String command = System.getProperty("sun.java.command");
            if (OwnJar.isRunBy(command)) {
                return false;
            }
            String tool = JdkTool.of(command);
            if (tool != null) {
                JdkTool.sayNothingIsDone(tool);
                return false;
            }
            JarFile jar = null;
            if (!isStarted()) {
                jar = OwnJar.open();
                instrumentation.appendToBootstrapClassLoaderSearch(jar);
            }
            return (Boolean) Class.forName(START, true, null)
                    .getMethod("run", String.class, Instrumentation.class, boolean.class, JarFile.class)
                    .invoke(null, arguments, instrumentation, attached, jar);
        } catch (Throwable e) {
            refuse(e instanceof InvocationTargetException ? e.getCause() : e, attached);
            return false;
        }
    }

    /** True if another copy of this class, or an earlier -javaagent of the same jar, has entered before. */
    private static boolean isStarted() {
        try {
            Class.forName(START, false, null);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static void refuse(Throwable cause, boolean attached) {
        boolean denied = cause instanceof SecurityException;
        boolean forUser = denied || cause instanceof IllegalStateException;
        String why = forUser ? cause.getMessage() : cause.toString();
        System.err.println(LogLine.of("ERROR", "Lockgraft cannot start: " + (denied ? withoutRights(cause) : why)));
        if (!forUser) {
            cause.printStackTrace();
        }
        if (attached) {
            System.err.println(LogLine.of("ERROR", "The application goes on without locks."));
        } else {
            System.exit(78);
        }
    }

    /** Under a SecurityManager this class has the rights of its jar, and so has all that begins here. */
    private static String withoutRights(Throwable cause) {
        return "the security policy does not let it: " + cause.getMessage()
                + ". Add to the policy: grant codeBase \"file:/path/to/lockgraft.jar\""
                + " { permission java.security.AllPermission; };";
    }

    /** Ends the start. It has no stack: the reasons are on the log, and the JVM prints this exception beside them. */
    private static final class NotStartedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotStartedException() {
            super("Lockgraft was not started; its lines above say why", null, false, false);
        }
    }
}
