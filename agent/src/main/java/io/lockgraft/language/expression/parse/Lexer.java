package io.lockgraft.language.expression.parse;

import io.lockgraft.spi.text.SyntaxException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts an expression into tokens and stands at one of them; stops at a {@code }} outside of quotes, or at the end of
 * the text.
 */
final class Lexer {
    private static final Pattern TOKEN = Pattern.compile("(\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*+)"
            + "|([0-9]++(?:\\.[0-9]++|[lL])?+)"
            + "|\\?[:.]?|[=!<>]=|&&|\\|\\||[-.\\[\\](),:+*/%<>!@]");

    private static final int NAME = 1;
    private static final int NUMBER = 2;

    private final String text;
    private int at;
    private Token token;
    private int end;

    Lexer(String text, int from) throws SyntaxException {
        this.text = text;
        this.at = from;
        this.end = from;
        this.token = next();
    }

    Token current() {
        return token;
    }

    boolean is(String sign) {
        return token.is(sign);
    }

    boolean isA(Token.Kind kind) {
        return token.kind == kind;
    }

    /** Where the current token begins. */
    int from() {
        return token.from;
    }

    /** Where the token in front of it ended. */
    int end() {
        return end;
    }

    /** Goes on behind the current token, which it returns. */
    Token advance() throws SyntaxException {
        Token taken = token;
        end = taken.to;
        token = next();
        return taken;
    }

    /** Goes on behind the current token if it is this one. */
    boolean take(String sign) throws SyntaxException {
        boolean is = token.is(sign);
        if (is) {
            advance();
        }
        return is;
    }

    void require(String sign, String otherwise) throws SyntaxException {
        if (!take(sign)) {
            throw new SyntaxException(token.from, otherwise + " before " + token);
        }
    }

    /** @param what the name is of */
    String name(String what) throws SyntaxException {
        if (token.kind != Token.Kind.NAME) {
            throw new SyntaxException(token.from, what + " is expected here, not " + token);
        }
        return advance().text;
    }

    /** That the expression cannot go on with the current token. */
    SyntaxException unexpected() {
        String hint = "";
        if (token.isValue()) {
            hint = "; an operator is missing before it";
        } else if (token.is("<") || token.is("<=") || token.is(">") || token.is(">=")) {
            hint = "; join two comparisons with and";
        }
        return new SyntaxException(token.from, token + " is not expected here" + hint);
    }

    private Token next() throws SyntaxException {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        int from = at;
        if (at == text.length() || text.charAt(at) == '}') {
            return new Token(Token.Kind.END, "", null, from, from);
        }
        char c = text.charAt(at);
        if (c == '\'' || c == '"') {
            return quoted(c);
        }
        Matcher found = TOKEN.matcher(text).region(at, text.length());
        if (!found.lookingAt()) {
            throw new SyntaxException(from, unknown(c));
        }
        at = found.end();
        if (found.group(NUMBER) != null) {
            return token(Token.Kind.NUMBER, number(found.group(), from), from);
        }
        return token(found.group(NAME) == null ? Token.Kind.SIGN : Token.Kind.NAME, null, from);
    }

    private Token token(Token.Kind kind, Object value, int from) {
        return new Token(kind, text.substring(from, at), value, from, at);
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

    private Object number(String number, int from) throws SyntaxException {
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

    private Token quoted(char quote) throws SyntaxException {
        int from = at++;
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == quote) {
                return token(Token.Kind.TEXT, value.toString(), from);
            }
            if (c == '\\') {
                if (at == text.length() || "'\"\\".indexOf(text.charAt(at)) < 0) {
                    throw new SyntaxException(at - 1, "a \\ stands only before ', \" or another \\");
                }
                c = text.charAt(at++);
            }
            value.append(c);
        }
        throw new SyntaxException(from, "this " + quote + " is never closed");
    }
}
