package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.LogLines;
import io.lockgraft.testing.server.RedisServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;

/** An application in a JVM of its own, with the real jar in front of it unless a test says otherwise. */
final class AppProcess implements AutoCloseable {
    private final Process process;
    private final Path folder;
    private final Consumer<String> log;
    private final List<String> output = new CopyOnWriteArrayList<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final List<Thread> readers = new ArrayList<>();

    private AppProcess(Builder b, Path folder, Consumer<String> listener) throws IOException {
        this.folder = folder;
        this.log = b.log;
        ProcessBuilder builder = new ProcessBuilder(b.command(folder)).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LOCKGRAFT_"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().putAll(b.environment);
        this.process = builder.start();
        readers.add(read(process.getInputStream(), output, listener));
        if (!b.errorsUnread) {
            readErrors();
        }
    }

    /** An application on this JVM, of the class with this simple name in com.example.app, or with this name. */
    static Builder of(Jvm jvm, String main, String... arguments) {
        return new Builder(jvm, main, List.of(arguments));
    }

    /** Whatever the arguments start on this JVM: a class path and a main class of any name, a module, a jar. */
    static Builder launch(Jvm jvm, String... arguments) {
        Builder builder = new Builder(jvm, null, List.of());
        builder.launch = List.of(arguments);
        return builder;
    }

    /** A command that starts a JVM itself: what belongs to that JVM stands there. */
    static Builder script(String... command) {
        Builder builder = launch(Jvms.running(), command);
        builder.script = true;
        return builder;
    }

    /** The class path of the applications in src/main. */
    static String classes() {
        return property("lockgraft.test.classes");
    }

    /** The agent's jar, as Maven has just built it. */
    static File jar() {
        File jar = new File(property("lockgraft.test.jar"));
        assertThat(jar).as("the agent's jar; run the tests by mvn verify").isFile();
        return jar;
    }

    List<String> output() {
        return output;
    }

    /** From now on, where nobody has until now. */
    void readErrors() {
        readers.add(read(process.getErrorStream(), errors, log));
    }

    /** What the agent, as {@code [lockgraft] WARN text}, and whoever else wrote to the standard error stream. */
    String errors() {
        return LogLines.plain(String.join("\n", errors));
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Writes a line to the application's standard input. */
    void tell(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Closes the application's standard input. */
    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Waits for the end; fails with all that the process said if it does not come in time. */
    int exitCode(Duration within) throws InterruptedException {
        if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
            Assertions.fail("the process did not end within " + within + "\n" + this);
        }
        for (Thread reader : readers) {
            reader.join(5_000);
        }
        return process.exitValue();
    }

    /** Waits for the end, which must be a good one. */
    void succeeds(Duration within) throws InterruptedException {
        assertThat(exitCode(within)).as(() -> "exit code of " + this).isZero();
    }

    /** As kill -9 does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    /** As kill does, and every orchestrator that wants an application to go. */
    void terminate() throws IOException, InterruptedException {
        Signals.terminate(process.toHandle());
    }

    void freeze() throws IOException, InterruptedException {
        Signals.stop(process.toHandle());
    }

    void thaw() throws IOException, InterruptedException {
        Signals.resume(process.toHandle());
    }

    @Override
    public void close() throws IOException, InterruptedException {
        List<ProcessHandle> children = process.descendants().toList();
        children.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        for (Thread reader : readers) {
            reader.join(5_000);
        }
        Folders.delete(folder);
    }

    @Override
    public String toString() {
        return "the application\n--- output\n" + String.join("\n", output) + "\n--- errors\n" + errors();
    }

    private static Thread read(InputStream stream, List<String> lines, Consumer<String> listener) {
        Thread thread = new Thread(() -> {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    lines.add(line);
                    listener.accept(line);
                }
            } catch (IOException closed) {
                // The process was killed.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static String property(String name) {
        String value = System.getProperty(name);
        assertThat(value)
                .as("%s is set by the build; run the tests by mvn verify", name)
                .isNotNull();
        return value;
    }

    /** Collects how to start an application. */
    static final class Builder {
        private final Jvm jvm;
        private final String main;
        private final List<String> arguments;
        private final List<String> options = new ArrayList<>();
        private String rules;
        private boolean last;
        private List<String> launch;
        private boolean script;
        private String libraries;
        private String more = "";
        private boolean errorsUnread;
        private Map<String, String> environment = Map.of();
        private Consumer<String> log = line -> {};

        private Builder(Jvm jvm, String main, List<String> arguments) {
            this.jvm = jvm;
            this.main = main;
            this.arguments = arguments;
        }

        /** The text of its rules file; without one it runs without the agent. */
        Builder rules(String text) {
            this.rules = text;
            return this;
        }

        /** As {@link #rules}, with our agent behind those of the options. */
        Builder rulesOfLastAgent(String text) {
            this.last = true;
            return rules(text);
        }

        /** Options of the JVM. */
        Builder options(String... more) {
            options.addAll(List.of(more));
            return this;
        }

        Builder environment(Map<String, String> variables) {
            this.environment = variables;
            return this;
        }

        /** Hands over each line of its standard error stream as it comes, the agent's log among them. */
        Builder log(Consumer<String> listener) {
            this.log = listener;
            return this;
        }

        /** The same for a JVM with this name. */
        Builder witness(WitnessServer witness, String name) {
            return witness(witness).options("-Dwitness.name=" + name);
        }

        Builder witness(WitnessServer witness) {
            return options("-Dwitness.port=" + witness.port());
        }

        /** Lets {@code Eye} look into this server. */
        Builder eye(RedisServer redis) {
            return options("-Dredis.port=" + redis.port());
        }

        /** With the application's own Redisson, Netty, SnakeYAML, slf4j and Byte Buddy on its class path. */
        Builder withLibraries() {
            this.libraries = property("lockgraft.test.libraries");
            return this;
        }

        /** With these on its class path. */
        Builder withLibraries(String path) {
            this.libraries = path;
            return this;
        }

        /** With this folder behind the rest of its class path. */
        Builder alsoOnClassPath(Path folder) {
            this.more = File.pathSeparator + folder;
            return this;
        }

        /** With the Redisson on its class path that is in the agent, under its own name. */
        Builder withNewestRedisson() throws IOException {
            this.libraries = Files.readString(Path.of(property("lockgraft.test.redisson")));
            return this;
        }

        /** Its standard error stream is a pipe that nobody reads, until {@link AppProcess#readErrors}. */
        Builder errorsUnread() {
            this.errorsUnread = true;
            return this;
        }

        AppProcess start() throws IOException {
            return start(line -> {});
        }

        /** Starts it, and hands over each line of its standard output as it comes. */
        AppProcess start(Consumer<String> listener) throws IOException {
            return new AppProcess(this, Files.createTempDirectory("lockgraft-it"), listener);
        }

        private List<String> command(Path folder) throws IOException {
            if (script) {
                return launch;
            }
            List<String> command = new ArrayList<>(List.of(jvm.java(), "-Xmx256m", "-XX:TieredStopAtLevel=1"));
            if (jvm.version() == 8) {
                // It collects all garbage where classes outgrow their first room: 40 ms of somebody's call.
                command.add("-XX:MetaspaceSize=64m");
            }
            if (last) {
                command.addAll(options);
            }
            if (rules != null) {
                Path file = Files.writeString(folder.resolve("rules.yaml"), rules);
                command.add("-javaagent:" + jar().getCanonicalPath() + "=" + file);
            }
            if (!last) {
                command.addAll(options);
            }
            if (launch != null) {
                command.addAll(launch);
                return command;
            }
            command.add("-cp");
            String classes = classes();
            command.add((libraries != null ? classes + File.pathSeparator + libraries : classes) + more);
            command.add(main.contains(".") ? main : "com.example.app." + main);
            command.addAll(arguments);
            return command;
        }
    }
}
