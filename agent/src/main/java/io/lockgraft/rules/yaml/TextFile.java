package io.lockgraft.rules.yaml;

import io.lockgraft.spi.text.AbsentFile;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads a small text file in UTF-8, strictly; by java.io, because premain must not touch the NIO file system. */
public final class TextFile {
    private TextFile() {}

    /** The text, without a byte order mark; throws with a message that ends a sentence "... cannot be read: ". */
    public static String read(File file, int limit) throws IOException {
        if (!file.exists()) {
            throw new IOException("there is no such file: " + AbsentFile.place(file));
        }
        if (file.isDirectory()) {
            throw new IOException("it is a folder");
        }
        if (!file.isFile()) {
            throw new IOException("it is a pipe or a device, which may never end; copy it to a file");
        }
        if (!file.canRead()) {
            throw new IOException("this process may not read it");
        }
        return decode(bytes(file, limit));
    }

    private static byte[] bytes(File file, int limit) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        try (InputStream in = new FileInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                bytes.write(buffer, 0, n);
                if (bytes.size() > limit) {
                    throw new IOException("it is larger than " + limit / 1024 + " KB");
                }
            }
        }
        return bytes.toByteArray();
    }

    private static String decode(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        // What is no UTF-8 becomes this character, which a text may also have itself.
        int wrong = text.indexOf('\uFFFD');
        if (wrong >= 0 && !Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8))) {
            String mark = new String(bytes, 0, Math.min(2, bytes.length), StandardCharsets.ISO_8859_1);
            if (mark.equals("\u00FE\u00FF") || mark.equals("\u00FF\u00FE")) {
                throw new IOException("it is UTF-16; save it as UTF-8");
            }
            int line = text.substring(0, wrong).split("\n", -1).length;
            throw new IOException("line " + line + " is not UTF-8; save the file as UTF-8");
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
