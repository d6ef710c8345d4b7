package io.lockgraft.benchmarks.harness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** How the JVMs of a run are started: this JDK, this class path, and the agent's jar in front of some. */
public final class Jvm {
    /** The property that names the jar of an earlier version. */
    public static final String EARLIER = "benchmarks.earlier";

    private Jvm() {}

    /** The agent's jar as Maven has built it. */
    public static Path agent() {
        String jar = System.getProperty("benchmarks.agent");
        if (jar == null || !new File(jar).isFile()) {
            throw new IllegalStateException(
                    "benchmarks.agent is not set to the agent's jar; start the benchmarks by benchmarks/run.sh");
        }
        return Path.of(jar).toAbsolutePath();
    }

    /** A jar of an earlier version, to compare with; null where none is given. */
    public static Path earlierAgent() {
        String jar = System.getProperty(EARLIER, "");
        return jar.isEmpty() ? null : Path.of(jar);
    }

    /** The option that puts Lockgraft with these rules in front of an application. */
    public static String agentWith(Path rules) {
        return agentWith(agent(), rules);
    }

    /** The same with another jar. */
    public static String agentWith(Path jar, Path rules) {
        return "-javaagent:" + jar + "=" + rules;
    }

    /** The jars on the class path that have one of these beginnings, and our own classes. */
    public static String classPathOf(List<String> beginnings) {
        return classPath(file -> file.isDirectory() || begins(file, beginnings));
    }

    /** The same without our own classes. */
    public static String jars(List<String> beginnings) {
        return classPath(file -> file.isFile() && begins(file, beginnings));
    }

    private static boolean begins(File file, List<String> beginnings) {
        return beginnings.stream().anyMatch(file.getName()::startsWith);
    }

    private static String classPath(Predicate<File> which) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> which.test(new File(each)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The jar on the class path whose file name begins so. */
    public static Path library(String beginning) {
        String found = jars(List.of(beginning));
        if (found.isEmpty()) {
            throw new IllegalStateException("no " + beginning + "*.jar on the class path");
        }
        return Path.of(found.split(File.pathSeparator)[0]);
    }

    /** Options, then a main class, then its arguments. */
    public static ProcessBuilder command(List<String> options, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        if (!options.contains("-cp")) {
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        }
        command.add(main);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("LOCKGRAFT_"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        return builder;
    }

    /** Ends a process, and waits until it has. */
    public static void end(Process process) {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts it; what it says to its error stream goes to this file. */
    public static Process start(ProcessBuilder builder, Path errors) {
        try {
            return builder.redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                    .start();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
