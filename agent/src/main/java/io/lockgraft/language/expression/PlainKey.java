package io.lockgraft.language.expression;

import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.parse.Parser;
import io.lockgraft.language.expression.tree.Scope;
import io.lockgraft.language.expression.tree.TextRule;
import io.lockgraft.spi.text.SyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key without any expression, which is one key for all calls. Finds in its text what looks like an expression that
 * lacks its braces: {@code A:dto.orderNo}, {@code #dto.orderNo}. A text that is meant stands in quotes in braces.
 */
final class PlainKey {
    private static final String NAME = "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*";
    /** Names with dots between them; behind no other name. The first group is the first name. */
    private static final Pattern PATH =
            Pattern.compile("(?<![\\p{javaJavaIdentifierPart}.])(" + NAME + ")(?:\\." + NAME + ")*");

    private final String text;

    PlainKey(String text) {
        this.text = text;
    }

    /** Refuses what is no plain text in any rules file: a path of Spring's expressions. */
    void requireNoHash() throws SyntaxException {
        Matcher path = PATH.matcher(text);
        while (path.find()) {
            int from = from(path);
            if (from < path.start() && isDotted(path)) {
                throw new SyntaxException(from, told(from, path.group()));
            }
        }
    }

    /** Why the text must be an expression, by the parameters of the method; or null. */
    String problem(Scope scope) {
        Matcher path = PATH.matcher(text);
        while (path.find()) {
            int from = from(path);
            boolean meant = from < path.start() || isDotted(path) && fits(path.group(), scope);
            if (meant && isParameter(path.group(1), scope)) {
                return told(from, path.group());
            }
        }
        return null;
    }

    /** Returns a note if a word between two colons is the name of a parameter; else null. */
    String note(Scope scope) {
        int at = 0;
        for (String word : text.split(":")) {
            if (isParameter(word, scope) && fits(word, scope)) {
                return told(at, word);
            }
            at += word.length() + 1;
        }
        return null;
    }

    private String told(int from, String path) {
        String cure = text.substring(0, from)
                + '{'
                + path
                + '}'
                + text.substring(from + path.length() + (text.charAt(from) == '#' ? 1 : 0));
        char quote = text.indexOf('\'') < 0 ? '\'' : '"';
        return "all calls have the one key '" + text + "', for nothing in it is in braces; write " + cure + ", or {"
                + quote + text + quote + "} where this very text is meant";
    }

    /** Returns the offset at which the path begins, the hash in front of it included. */
    private int from(Matcher path) {
        boolean hash = path.start() > 0 && text.charAt(path.start() - 1) == '#';
        return hash ? path.start() - 1 : path.start();
    }

    private static boolean isDotted(Matcher path) {
        return path.end(1) < path.end();
    }

    private static boolean isParameter(String name, Scope scope) {
        try {
            return !name.isEmpty() && scope.position(name) >= 0;
        } catch (BindException none) {
            return false;
        }
    }

    /** True if the path would be a key in braces. */
    private static boolean fits(String path, Scope scope) {
        try {
            Parser parser = new Parser(path, 0, false);
            return parser.end() == path.length()
                    && TextRule.problem(parser.node().type(scope).type(), scope) == null;
        } catch (SyntaxException | BindException other) {
            return false;
        }
    }
}
