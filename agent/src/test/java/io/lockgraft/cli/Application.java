package io.lockgraft.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** An application for tests: sources compiled into a folder, and jars, fat jars and WARs made of it. */
public final class Application {
    private final Path folder;
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    private Application(Path folder) {
        this.folder = folder;
    }

    public static Application in(Path folder) {
        return new Application(folder);
    }

    /** Compiles the sources, each a file of one top-level class; options such as -g or -parameters come first. */
    public Path compile(String name, List<String> options, String... sources) {
        try {
            Path target = Files.createDirectories(folder.resolve(name));
            List<String> arguments = new ArrayList<>(options);
            arguments.addAll(List.of("-d", target.toString(), "-proc:none"));
            List<JavaFileObject> units = new ArrayList<>();
            for (String source : sources) {
                units.add(source(source));
            }
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            StringWriter messages = new StringWriter();
            if (!compiler.getTask(messages, null, null, arguments, null, units).call()) {
                throw new AssertionError(messages);
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path compile(String name, String... sources) {
        return compile(name, List.of("-g"), sources);
    }

    private static JavaFileObject source(String text) {
        String type = text.replaceAll("(?s).*?\\b(?:class|interface|enum|record|@interface) (\\w+).*", "$1");
        return new SimpleJavaFileObject(URI.create("memory:///" + type + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    /** Adds a folder's files under a prefix to the next archive. */
    public Application with(String prefix, Path classes) {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
                entries.put(prefix + classes.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Application with(String entry, byte[] content) {
        entries.put(entry, content);
        return this;
    }

    public Application with(String entry, String content) {
        return with(entry, content.getBytes(StandardCharsets.UTF_8));
    }

    /** The entries so far as a jar's bytes; the next archive begins empty. */
    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(bytes);
        return bytes.toByteArray();
    }

    /** The entries so far as a jar file; the next archive begins empty. */
    public Path jar(String name) {
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes());
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(OutputStream out) {
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
            entries.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<String> options(String... options) {
        return Arrays.asList(options);
    }
}
