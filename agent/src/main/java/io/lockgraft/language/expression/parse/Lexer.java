package io.lockgraft.language.expression.parse;

import io.lockgraft.spi.text.SyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts an expression into tokens and stands at one of them; stops at a {@code }} outside of quotes, or at the end of
 * the text.
 */
final class Lexer {
    /** The kinds of tokens. A sign is its own text. */
    enum Kind {
        NAME,
        TEXT,
        NUMBER,
        SIGN,
        END
    }

    private static final Pattern TOKEN = Pattern.compile("(\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*+)"
            + "|([0-9]++(?:\\.[0-9]++|[lL])?+)"
            + "|\\?[:.]?|[=!<>]=|&&|\\|\\||[-.\\[\\](),:+*/%<>!@]");
    private static final int NAME = 1;
    private static final int NUMBER = 2;

    private final String text;
    /** Behind the current token. */
    private int at;
    /** Behind the token in front of it. */
    private int end;

    private Kind kind;
    private int from;
    /** The value of a literal. */
    private Object value;

    Lexer(String text, int from) throws SyntaxException {
        this.text = text;
        this.at = from;
        advance();
    }

    /** The current token as it is written. */
    String token() {
        return text.substring(from, at);
    }

    Object value() {
        return value;
    }

    boolean is(String sign) {
        return kind != Kind.TEXT && token().equals(sign);
    }

    boolean isA(Kind other) {
        return kind == other;
    }

    /** Returns the offset at which the current token begins. */
    int from() {
        return from;
    }

    /** Returns the offset at which the token before it ended. */
    int end() {
        return end;
    }

    /** Goes on behind the current token if it is this one. */
    boolean take(String sign) throws SyntaxException {
        boolean is = is(sign);
        if (is) {
            advance();
        }
        return is;
    }

    void require(String sign, String otherwise) throws SyntaxException {
        if (!take(sign)) {
            throw new SyntaxException(from, otherwise + " before " + told());
        }
    }

    /** @param what the name is of */
    String name(String what) throws SyntaxException {
        if (kind != Kind.NAME) {
            throw new SyntaxException(from, what + " is expected here, not " + told());
        }
        return advance();
    }

    /** The current token for a person. */
    String told() {
        return kind == Kind.END ? "the end" : "'" + token() + "'";
    }

    /** Makes the exception that the expression cannot go on with the current token. */
    SyntaxException unexpected() {
        String hint = "";
        if (kind == Kind.NAME || kind == Kind.TEXT || kind == Kind.NUMBER || is("@")) {
            hint = "; an operator is missing before it";
        } else if (is("<") || is("<=") || is(">") || is(">=")) {
            hint = "; join two comparisons with and";
        }
        return new SyntaxException(from, told() + " is not expected here" + hint);
    }

    /** Goes on behind the current token, whose text it returns. */
    String advance() throws SyntaxException {
        String taken = token();
        end = at;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        from = at;
        value = null;
        char c = at == text.length() ? '}' : text.charAt(at);
        if (c == '}') {
            kind = Kind.END;
        } else if (c == '\'' || c == '"') {
            kind = Kind.TEXT;
            value = quoted(c);
        } else {
            word(c);
        }
        return taken;
    }

    private void word(char first) throws SyntaxException {
        Matcher found = TOKEN.matcher(text).region(from, text.length());
        if (!found.lookingAt()) {
            throw new SyntaxException(from, unknown(first));
        }
        at = found.end();
        kind = found.group(NAME) == null ? Kind.SIGN : Kind.NAME;
        if (found.group(NUMBER) != null) {
            kind = Kind.NUMBER;
            value = number(found.group());
        }
    }

    private static String unknown(char c) {
        switch (c) {
            case '=':
                return "'=' is no operator; two values are compared with ==";
            case '&':
                return "'&' is no operator; write and, or &&";
            case '|':
                return "'|' is no operator; write or, or ||";
            case '{':
                return "a '{' inside an expression; close the first one with '}', or write {{ for the character";
            case '#':
            case '$':
                return "'" + c + "' has no meaning here; a parameter is written by its bare name, as in {dto.orderNo}";
            default:
                return "'" + c + "' has no meaning in an expression";
        }
    }

    private Object number(String number) throws SyntaxException {
        if (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            throw new SyntaxException(
                    from, "'" + text.substring(from, at + 1) + "' is no number; numbers are written 42, 42L or 4.2");
        }
        if (number.indexOf('.') > 0) {
            return Double.valueOf(number);
        }
        boolean isLong = !Character.isDigit(number.charAt(number.length() - 1));
        String digits = isLong ? number.substring(0, number.length() - 1) : number;
        try {
            long value = Long.parseLong(digits);
            return isLong || value > Integer.MAX_VALUE ? (Object) value : (Object) (int) value;
        } catch (NumberFormatException tooLarge) {
            throw new SyntaxException(from, "the number " + digits + " is too large for a long");
        }
    }

    private String quoted(char quote) throws SyntaxException {
        StringBuilder meant = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == quote) {
                return meant.toString();
            }
            if (c == '\\') {
                if (at == text.length() || "'\"\\".indexOf(text.charAt(at)) < 0) {
                    throw new SyntaxException(at - 1, "a \\ stands only before ', \" or another \\");
                }
                c = text.charAt(at++);
            }
            meant.append(c);
        }
        throw new SyntaxException(from, "this " + quote + " is never closed");
    }
}
