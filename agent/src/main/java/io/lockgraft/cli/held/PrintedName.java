package io.lockgraft.cli.held;

import io.lockgraft.spi.text.Printable;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a lock as it was printed: {@link Printable} has escaped what a terminal cannot show. */
final class PrintedName {
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:([nrt])|u([0-9a-f]{4}))");

    private PrintedName() {}

    /** The names that print like this: it itself, and where it may have escapes in it, the one that they stand for. */
    static List<String> meant(String name) {
        Matcher escape = ESCAPE.matcher(name);
        StringBuffer read = new StringBuffer();
        while (escape.find()) {
            escape.appendReplacement(read, Matcher.quoteReplacement(String.valueOf(character(escape))));
        }
        String unescaped = escape.appendTail(read).toString();
        return unescaped.equals(name) || !Printable.of(unescaped).equals(name)
                ? Collections.singletonList(name)
                : Arrays.asList(name, unescaped);
    }

    private static char character(Matcher escape) {
        return escape.group(1) == null
                ? (char) Integer.parseInt(escape.group(2), 16)
                : "\n\r\t".charAt("nrt".indexOf(escape.group(1)));
    }
}
