package io.lockgraft.rules.yaml;

import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.settings.Value;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Fills {@code ${NAME}}, {@code ${NAME:default}} and {@code ${file:path}} into one value. <code>$${</code> stands for a
 * plain <code>${</code>. What is filled in is not read again.
 */
final class Interpolation {
    private static final String FILE = "file:";
    /** What is shorter can be guessed, and to mask it would make messages unreadable. */
    private static final int SHORTEST_SECRET = 4;

    private final Reading reading;
    private final Scalar scalar;
    private final String label;
    private final boolean masked;
    private final StringBuilder filled = new StringBuilder();
    private final List<Integer> origins = new ArrayList<>();
    private boolean secret;
    private boolean failed;

    private Interpolation(Reading reading, Scalar scalar, String label, boolean masked) {
        this.reading = reading;
        this.scalar = scalar;
        this.label = label;
        this.masked = masked;
    }

    /**
     * The value, or null where a variable cannot be filled in, which is then a problem that {@code label} begins.
     *
     * @param masked whether no message may show from now on what a file fills in
     */
    static Value fill(Reading reading, Scalar scalar, String label, boolean masked) {
        return new Interpolation(reading, scalar, label, masked).run();
    }

    private Value run() {
        String text = scalar.text();
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith("$${", at)) {
                append("${", at);
                at += 3;
            } else if (text.startsWith("${", at)) {
                at = variable(at);
            } else {
                append(text.substring(at, at + 1), at);
                at++;
            }
        }
        return failed ? null : new FilledValue(reading, scalar, filled.toString(), origins, secret);
    }

    /** Fills in the variable that begins here; returns where the text goes on. */
    private int variable(int at) {
        String text = scalar.text();
        int end = text.indexOf('}', at);
        if (end < 0) {
            problem(at, "'${' has no '}'; write $${ where the text shall have a plain ${");
            return text.length();
        }
        String body = text.substring(at + 2, end);
        if (body.indexOf("${") >= 0) {
            problem(at, "a variable cannot stand in another's default");
            return text.length();
        }
        String value = body.startsWith(FILE) ? secret(body.substring(FILE.length()), at) : environment(body, at);
        if (value != null) {
            append(value, at);
        }
        return end + 1;
    }

    private String environment(String body, int at) {
        int colon = body.indexOf(':');
        String name = colon < 0 ? body : body.substring(0, colon);
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            problem(
                    at,
                    "'${" + body
                            + "}' is no variable; write ${NAME}, ${NAME:default} or ${file:path}, and an expression"
                            + " as {...} without the $");
            return null;
        }
        String value = reading.environment().variable(name);
        if (value == null && colon < 0) {
            problem(
                    at,
                    "the environment variable '" + name + "' is not set; set it, or give a default as in ${" + name
                            + ":...}");
            return null;
        }
        return value != null ? value : body.substring(colon + 1);
    }

    private String secret(String path, int at) {
        secret = masked;
        File file = reading.resolve(path);
        try {
            String content = TextFile.read(file, 64 * 1024).replaceFirst("\\r?\\n\\z", "");
            if (masked && content.trim().length() >= SHORTEST_SECRET) {
                Secrets.add(content.trim());
            }
            return content;
        } catch (IOException e) {
            problem(at, "the secret file '" + path + "' cannot be read: " + e.getMessage());
            return null;
        }
    }

    private void append(String part, int origin) {
        filled.append(part);
        origins.addAll(Collections.nCopies(part.length(), origin));
    }

    private void problem(int at, String message) {
        failed = true;
        reading.problems().add(reading.positionIn(scalar, at), label + message);
    }
}
