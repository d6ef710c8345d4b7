package io.lockgraft.testing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The sources of all modules by their simple name, for tests that hold documents to them. */
final class Sources {
    static final Path ROOT = Path.of("..");

    private static final Pattern TEST = Pattern.compile(".*(Test|IT|Conformance|Faults)");

    private final Map<String, List<Path>> files = new TreeMap<>();

    private Sources() {}

    /** Test classes, their bases and conformance suites. */
    static Sources ofTests() throws IOException {
        Sources all = read(ROOT);
        all.files.keySet().removeIf(name -> !TEST.matcher(name).matches());
        return all;
    }

    /** Main code: classes by their name alone, scripts as {@code queue.lua}. */
    static Sources ofMain() throws IOException {
        Sources all = read(ROOT);
        all.files.values().forEach(paths -> paths.removeIf(path -> !isBelow(path, "main")));
        all.files.values().removeIf(List::isEmpty);
        return all;
    }

    /** Every file of Java and of Lua. */
    static List<Path> paths() throws IOException {
        List<Path> all = new ArrayList<>();
        read(ROOT).files.values().forEach(all::addAll);
        return all;
    }

    private static Sources read(Path root) throws IOException {
        Sources read = new Sources();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean hidden = name.startsWith(".") && !folder.equals(root);
                return hidden || name.equals("target") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith(".java") || name.endsWith(".lua")) {
                    read.files
                            .computeIfAbsent(name.replace(".java", ""), each -> new ArrayList<>())
                            .add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return read;
    }

    private static boolean isBelow(Path file, String folder) {
        for (Path each : file) {
            if (each.toString().equals(folder)) {
                return true;
            }
        }
        return false;
    }

    Iterable<String> names() {
        return files.keySet();
    }

    /** The text of each source of this name; none where there is none. */
    Map<Path, String> texts(String name) throws IOException {
        Map<Path, String> texts = new TreeMap<>();
        for (Path file : files.getOrDefault(name, List.of())) {
            texts.put(file, Files.readString(file));
        }
        return texts;
    }
}
