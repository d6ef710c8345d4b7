package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * The sources of applications that no build of ours can compile as one: for many versions, in modules, in jars of jars.
 */
final class Sources {
    private static final Path ALL = Path.of("src/test/applications");
    /** What all of them may use; a module has to bring it itself. */
    static final Path EYE = Path.of("src/main/java/com/example/app/Eye.java");

    private Sources() {}

    /** Compiles one of the folders in src/test/applications by this JDK's own compiler; further sources beside it. */
    static Path compile(Jvm jdk, String application, Path to, List<String> options, Path... further)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", to.toString()));
        arguments.addAll(options);
        try (Stream<Path> sources = Files.walk(ALL.resolve(application))) {
            sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
        }
        for (Path source : further) {
            arguments.add(source.toString());
        }
        Files.createDirectories(to);
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        int code = jdk.equals(Jvms.running()) ? here(arguments, output) : there(jdk, arguments, output);
        assertThat(code).as("%s", "javac " + arguments + "\n" + output).isZero();
        return to;
    }

    /** Compiles an application that uses these libraries, by the JDK that runs the tests. Returns its class path. */
    static String classPath(String application, Path to, String libraries) throws IOException, InterruptedException {
        String others = AppProcess.classes() + File.pathSeparator + libraries;
        Path classes = compile(Jvms.running(), application, to, List.of("-cp", others));
        return classes + File.pathSeparator + others;
    }

    /** Compiles all sources below a folder, by the JDK that runs the tests. */
    static void compileTree(Path sources, Path to, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-nowarn", "-Xlint:-options", "-proc:none", "-encoding", "UTF-8", "-d", to.toString()));
        arguments.addAll(List.of(options));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        int code = here(arguments, output);
        assertThat(code).as("%s", "javac " + arguments + "\n" + output).isZero();
    }

    private static int here(List<String> arguments, OutputStream output) {
        return ToolProvider.getSystemJavaCompiler().run(null, output, output, arguments.toArray(String[]::new));
    }

    private static int there(Jvm jdk, List<String> arguments, OutputStream output)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(arguments);
        command.add(0, new File(jdk.home(), "bin/javac").getPath());
        Process javac = new ProcessBuilder(command).redirectErrorStream(true).start();
        javac.getInputStream().transferTo(output);
        return javac.waitFor();
    }
}
