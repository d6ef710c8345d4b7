package io.lockgraft.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the jar's commands that ask a JVM, as a shell does. */
final class AskCommands {
    private final String java;
    private final List<String> before;
    private final Map<String, String> environment;
    private final String jar;

    private AskCommands(String java, List<String> before, Map<String, String> environment, String jar) {
        this.java = java;
        this.before = before;
        this.environment = environment;
        this.jar = jar;
    }

    static AskCommands on(Jvm jvm) throws IOException {
        return new AskCommands(jvm.java(), List.of(), Map.of(), AppProcess.jar().getCanonicalPath());
    }

    /** The same behind another command, as {@code setpriv} is one. */
    AskCommands behind(String... command) {
        return new AskCommands(java, List.of(command), environment, jar);
    }

    AskCommands with(Map<String, String> variables) {
        return new AskCommands(java, before, variables, jar);
    }

    /** The same with a copy of the jar. */
    AskCommands of(Path copy) {
        return new AskCommands(java, before, environment, copy.toString());
    }

    /** How a command ended. */
    record Said(int code, String out, String err) {
        /** Both of its streams. */
        String text() {
            return out + err;
        }
    }

    Said run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(java, "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-jar", jar));
        command.addAll(Arrays.asList(words));
        Path out = Files.createTempFile("ask", ".out");
        Path err = Files.createTempFile("ask", ".err");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("LOCKGRAFT_"));
            builder.environment().remove("JAVA_TOOL_OPTIONS");
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(command + " does not end; it wrote " + Files.readString(out));
            }
            return new Said(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
