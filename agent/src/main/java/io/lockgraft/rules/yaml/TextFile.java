package io.lockgraft.rules.yaml;

import io.lockgraft.spi.text.AbsentFile;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

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
        if (startsWith(bytes, 0xFE, 0xFF) || startsWith(bytes, 0xFF, 0xFE)) {
            throw new IOException("it is UTF-16; save it as UTF-8");
        }
        int start = startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0;
        ByteBuffer in = ByteBuffer.wrap(bytes, start, bytes.length - start);
        CharBuffer out = CharBuffer.allocate(bytes.length - start);
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CoderResult result = decoder.decode(in, out, true);
        out.flip();
        if (result.isError()) {
            throw new IOException("line " + lines(out) + " is not UTF-8; save the file as UTF-8");
        }
        return out.toString();
    }

    private static boolean startsWith(byte[] bytes, int... mark) {
        if (bytes.length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((bytes[i] & 0xFF) != mark[i]) {
                return false;
            }
        }
        return true;
    }

    private static int lines(CharSequence text) {
        int lines = 1;
        for (int i = 0; i < text.length(); i++) {
            lines += text.charAt(i) == '\n' ? 1 : 0;
        }
        return lines;
    }
}
