package io.lockgraft.cli.classpath;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;

/** A folder of class files, or an exploded jar or WAR. */
final class FolderArchive extends Archive {
    private final Path root;

    FolderArchive(String label, File root) {
        super(label);
        this.root = root.toPath();
    }

    @Override
    List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        Files.walkFileTree(
                root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<Path>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        names.add(root.relativize(file).toString().replace(File.separatorChar, '/'));
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                        // A loop of links or a folder that we may not read: a class in it is reported as missing.
                        return FileVisitResult.CONTINUE;
                    }
                });
        Collections.sort(names);
        return names;
    }

    @Override
    boolean has(String name) {
        return Files.isRegularFile(root.resolve(name));
    }

    @Override
    byte[] read(String name) throws IOException {
        return Files.readAllBytes(root.resolve(name));
    }

    @Override
    public void close() {}
}
