package io.lockgraft.start;

import io.lockgraft.testing.Jdks;
import io.lockgraft.testing.LogLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** JVMs of their own, of every JDK that the tests find ({@link Jdks}), with the real jar. */
final class Forks {
    static final Path JAR = Path.of(System.getProperty("lockgraft.test.jar", "target/lockgraft.jar"));

    private Forks() {}

    /** The homes of the JDKs that the start is tried on, the oldest first. */
    static List<Path> jdks() {
        return List.copyOf(Jdks.extremes().values());
    }

    /** How a JVM ended, and what it wrote on both streams. */
    record End(int code, String written) {
        /** With the lines of the log as {@code [lockgraft] WARN text}. */
        String output() {
            return LogLines.plain(written);
        }
    }

    static End java(Path home, String... arguments) {
        return run(home, Map.of(), List.of(arguments));
    }

    static End java(Path home, Map<String, String> environment, List<String> arguments) {
        return run(home, environment, arguments);
    }

    private static End run(Path home, Map<String, String> environment, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("bin/java").toString());
        command.addAll(arguments);
        return start(command, environment);
    }

    static End start(List<String> command, Map<String, String> environment) {
        try {
            Path output = Files.createTempFile("lockgraft", ".out");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("LOCKGRAFT_"));
            builder.environment().remove("JAVA_TOOL_OPTIONS");
            builder.environment().put("LC_ALL", "C.UTF-8");
            builder.environment().putAll(new TreeMap<>(environment));
            Process process = builder.start();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(command + " did not end; it wrote: " + Files.readString(output));
            }
            String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
            Files.delete(output);
            return new End(process.exitValue(), text);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(command.toString(), e);
        }
    }

    /** Compiles a class for Java 8 into the folder. */
    static void compile(Path folder, String name, String source) {
        try {
            Path file = Files.createDirectories(folder).resolve(name + ".java");
            Files.writeString(file, source);
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            int result = compiler.run(
                    null,
                    null,
                    null,
                    "--release",
                    "8",
                    "-Xlint:-options",
                    "-g",
                    "-cp",
                    folder.toString(),
                    "-d",
                    folder.toString(),
                    file.toString());
            if (result != 0) {
                throw new AssertionError("the test's class " + name + " does not compile");
            }
        } catch (IOException e) {
            throw new AssertionError(name, e);
        }
    }

    /** A jar with our classes beside others', as a careless build makes it. */
    static Path shaded(Path file) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Hello");
        manifest.getMainAttributes().putValue("Premain-Class", "io.lockgraft.bootstrap.Premain");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest);
                java.util.jar.JarFile ours = new java.util.jar.JarFile(JAR.toFile())) {
            for (JarEntry entry :
                    (Iterable<JarEntry>) ours.stream().filter(e -> e.getName().startsWith("io/"))::iterator) {
                out.putNextEntry(new JarEntry(entry.getName()));
                ours.getInputStream(entry).transferTo(out);
            }
            return file;
        } catch (IOException e) {
            throw new AssertionError(file.toString(), e);
        }
    }
}
