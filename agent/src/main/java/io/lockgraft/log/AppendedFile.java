package io.lockgraft.log;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A file of lines that others may rename or remove: then its next line begins a new one. Each line is one write, so
 * that those of several JVMs do not mix. Not for several threads.
 */
final class AppendedFile {
    /** In place of the key of a file that was moved before it could be asked for one. */
    private static final Object GONE = new Object();

    private final Path path;
    private FileOutputStream out;
    /** Identifies the open file; null where the file system has no such keys. */
    private Object key;
    /** True if the last write may have left a part of its line. */
    private boolean cutOff;

    AppendedFile(File file) {
        this.path = file.toPath();
    }

    /** Writes the line and its end. After a failure the next call opens the file anew. */
    void append(String line) throws IOException {
        boolean done = false;
        try {
            if (out == null || !isInPlace()) {
                reopen();
            }
            String end = System.lineSeparator();
            byte[] bytes = ((cutOff ? end : "") + line + end).getBytes(StandardCharsets.UTF_8);
            cutOff = true;
            out.write(bytes);
            cutOff = false;
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private boolean isInPlace() throws IOException {
        try {
            Object inPlace = keyInPlace();
            return key == null || key.equals(inPlace);
        } catch (NoSuchFileException moved) {
            return false;
        }
    }

    private Object keyInPlace() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    private void reopen() throws IOException {
        close();
        if (path.getParent() != null && !Files.exists(path.getParent())) {
            Files.createDirectories(path.getParent());
        }
        out = new FileOutputStream(path.toFile(), true);
        try {
            key = keyInPlace();
        } catch (NoSuchFileException movedAtOnce) {
            key = GONE;
        }
    }

    private void close() {
        FileOutputStream old = out;
        out = null;
        if (old != null) {
            try {
                old.close();
            } catch (IOException e) {
                // Nothing is kept back in here: what could be written has been.
            }
        }
    }
}
