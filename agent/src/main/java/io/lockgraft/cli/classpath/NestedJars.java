package io.lockgraft.cli.classpath;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies of the jars inside of fat jars and WARs, which go when the check ends. The JDK reads a jar inside a jar only from
 * front to back, and a check asks for single classes out of hundreds of jars.
 */
final class NestedJars implements Closeable {
    private final List<Path> made = new ArrayList<>();

    File unpack(Archive outer, String name) throws IOException {
        Path copy = Files.createTempFile("lockgraft-check-", ".jar");
        made.add(copy);
        Files.write(copy, outer.read(name));
        return copy.toFile();
    }

    @Override
    public void close() throws IOException {
        for (Path path : made) {
            Files.deleteIfExists(path);
        }
    }
}
