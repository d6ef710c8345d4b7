package io.lockgraft.store.redis.config;

import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/**
 * Judges a whole Redisson configuration by its form, and keeps the passwords in it out of the log. Redisson itself
 * reads such a file at the first locked call only, which is late, and its messages show the lines that they are about.
 *
 * <p>Part of the start: knows Redisson's settings by a table, and loads nothing of Redisson.
 */
public final class RedissonFile {
    private static final int LARGEST = 1024 * 1024;

    private RedissonFile() {}

    /**
     * Its mistakes, in the order of the file; no message shows any of its values.
     *
     * @param environment where its variables come from
     */
    public static List<Problem> problems(File file, Environment environment) {
        try {
            return FormReader.read(new FilledText(file.getPath(), read(file), environment));
        } catch (IOException e) {
            return Collections.singletonList(
                    new Problem(Position.whole(file.getPath()), "this file cannot be read: " + e.getMessage()));
        }
    }

    /** By java.io, because premain must not touch the NIO file system. Redisson judges the encoding. */
    private static String read(File file) throws IOException {
        byte[] bytes = new byte[LARGEST + 1];
        int length = 0;
        try (InputStream in = new FileInputStream(file)) {
            for (int n = 0; n >= 0 && length < bytes.length; n = in.read(bytes, length, bytes.length - length)) {
                length += n;
            }
        }
        if (length > LARGEST) {
            throw new IOException("it is larger than " + LARGEST / 1024 + " KB");
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
