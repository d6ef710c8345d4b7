package io.lockgraft.rules.yaml;

import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Value;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;

/**
 * A value of the file, or of an option in place of it. {@code ${NAME}}, {@code ${NAME:default}} and {@code
 * ${file:path}} are filled in, and <code>$${</code> stands for a plain <code>${</code>. What is filled in is not read
 * again.
 */
final class FilledValue implements Value {
    private static final String FILE = "file:";
    /** What is shorter can be guessed, and to mask it would make messages unreadable. */
    private static final int SHORTEST_SECRET = 4;

    /** Null for an option. */
    private final Reading reading;

    private final Scalar scalar;
    private final String label;
    private final boolean masked;
    private final StringBuilder filled = new StringBuilder();
    /** For each character of the text its offset in the scalar's own. */
    private final List<Integer> origins = new ArrayList<>();
    /** Whether a part comes from a secret file, so that no message may show any of it. */
    private boolean secret;

    private boolean failed;

    private FilledValue(Reading reading, Scalar scalar, String label, boolean masked) {
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
        FilledValue value = new FilledValue(reading, scalar, label, masked);
        value.fill();
        return value.failed ? null : value;
    }

    /** A value that an option gives in place of the file. */
    static Value ofOption(String option, String text) {
        Scalar given = new Scalar(Position.whole(option), text, ScalarStyle.PLAIN, 0, 0);
        FilledValue value = new FilledValue(null, given, "", false);
        value.filled.append(text);
        return value;
    }

    private void fill() {
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
            String forms = "write ${NAME}, ${NAME:default} or ${file:path}, and an expression as {...} without the $";
            problem(at, "'${" + body + "}' is no variable; " + forms);
            return null;
        }
        String value = reading.environment.variable(name);
        if (value == null && colon < 0) {
            String unset = "the environment variable '" + name + "' is not set";
            unset(at, unset + "; set it, or give a default as in ${" + name + ":...}");
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
            unset(at, "the secret file '" + path + "' cannot be read: " + e.getMessage());
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

    private void unset(int at, String message) {
        failed = true;
        reading.unset(reading.positionIn(scalar, at), label + message);
    }

    @Override
    public String text() {
        return filled.toString();
    }

    @Override
    public String shown() {
        String line = scalar.text().replace('\n', ' ').replace('\r', ' ');
        return '\'' + (line.length() > 80 ? line.substring(0, 77) + "..." : line) + '\'';
    }

    @Override
    public boolean isSecret() {
        return secret;
    }

    @Override
    public boolean isPlain() {
        return scalar.style == ScalarStyle.PLAIN;
    }

    @Override
    public Position position() {
        return scalar.position();
    }

    @Override
    public Position positionOf(int offset) {
        if (reading == null) {
            return position();
        }
        int origin =
                offset < origins.size() ? origins.get(offset) : scalar.text().length();
        return reading.positionIn(scalar, origin);
    }
}
