package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The store of store-example, built as its author would, but without Maven: against the SPI alone. */
final class StoreExample {
    private static final Path PROJECT = Path.of("../store-example");
    private static final Path SPI = Path.of("../lockgraft-spi/target/classes");
    private static final Pattern PORT = Pattern.compile("TCP server running at tcp://[^ ]*:(\\d+) .*");

    private final Path folder;

    StoreExample(Path folder) {
        this.folder = folder;
    }

    /** Compiles the store and packs its jar. */
    Path jar() throws IOException {
        Path classes = folder.resolve("classes");
        copy(PROJECT.resolve("src/main/resources"), classes);
        return jar("h2-store.jar", PROJECT.resolve("src/main/java"), classes);
    }

    /** Packs another extension, whose sources are among the applications. */
    Path jar(String application, String provider) throws IOException {
        Path classes = folder.resolve(application);
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("io.lockgraft.spi.StoreProvider"), provider);
        return jar(application + ".jar", Path.of("src/test/applications").resolve(application), classes);
    }

    private Path jar(String name, Path sources, Path classes) throws IOException {
        Sources.compileTree(sources, classes, "-cp", SPI.toString(), "--release", "8");
        Path jar = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Path file : files(classes)) {
                zip.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return jar;
    }

    /** Compiles its tests, and what runs them in a JVM; returns the class path of that. */
    String tests(Path jar) throws IOException {
        String path = String.join(
                File.pathSeparator,
                jar.toString(),
                SPI.toString(),
                "../store-tests/target/classes",
                "../stores/memory/target/classes",
                libraries(
                        "junit-",
                        "opentest4j",
                        "apiguardian",
                        "assertj",
                        "byte-buddy-1",
                        "awaitility",
                        "hamcrest",
                        "h2-"));
        Path classes = folder.resolve("test-classes");
        Sources.compileTree(PROJECT.resolve("src/test/java"), classes, "-cp", path);
        Sources.compileTree(Path.of("src/test/applications/suite"), classes, "-cp", path);
        return absolute(classes + File.pathSeparator + path);
    }

    /** The libraries of the tests whose files begin with one of these. */
    static String libraries(String... beginnings) {
        List<String> found = new ArrayList<>();
        for (String each : AppProcess.property("lockgraft.test.dependencies").split(File.pathSeparator)) {
            for (String beginning : beginnings) {
                if (new File(each).getName().startsWith(beginning)) {
                    found.add(each);
                }
            }
        }
        assertThat(found).as("libraries of the tests").hasSizeGreaterThanOrEqualTo(beginnings.length);
        return String.join(File.pathSeparator, found);
    }

    /** A server of its databases, in a process of its own. */
    static AppProcess server() throws IOException {
        AppProcess server = AppProcess.launch(
                        Jvms.running(),
                        "-cp",
                        libraries("h2-"),
                        "org.h2.tools.Server",
                        "-tcp",
                        "-tcpPort",
                        "0",
                        "-ifNotExists")
                .start();
        await().atMost(Duration.ofMinutes(1)).until(() -> !server.output().isEmpty());
        return server;
    }

    /** The address of a database in the memory of that server. */
    static String url(AppProcess server) {
        Matcher port = PORT.matcher(server.output().get(0));
        assertThat(port.matches()).as(server::toString).isTrue();
        return "jdbc:h2:tcp://localhost:" + port.group(1) + "/mem:locks;DB_CLOSE_DELAY=-1";
    }

    private static String absolute(String path) {
        List<String> all = new ArrayList<>();
        for (String each : path.split(File.pathSeparator)) {
            all.add(Path.of(each).toAbsolutePath().normalize().toString());
        }
        return String.join(File.pathSeparator, all);
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : files(from)) {
            Path copy = to.resolve(from.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
