package io.lockgraft.conformance.jvm;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The words of a line between two JVMs. No word has a tab or a line's end in it. */
final class Words {
    private static final String BETWEEN = "\t";

    private Words() {}

    static String line(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(line.length() == 0 ? "" : BETWEEN)
                    .append(URLEncoder.encode(String.valueOf(word), StandardCharsets.UTF_8));
        }
        return line.toString();
    }

    static String[] of(String line) {
        String[] words = line.split(BETWEEN, -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = URLDecoder.decode(words[i], StandardCharsets.UTF_8);
        }
        return words;
    }

    /** An object as a word. */
    static String written(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    static Object read(String word) throws IOException, ClassNotFoundException {
        byte[] bytes = Base64.getDecoder().decode(word);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }
}
