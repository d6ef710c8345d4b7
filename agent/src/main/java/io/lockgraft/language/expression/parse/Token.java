package io.lockgraft.language.expression.parse;

/** One word, literal or sign of an expression. */
final class Token {
    /** What it is; a sign is its own text. */
    enum Kind {
        NAME,
        TEXT,
        NUMBER,
        SIGN,
        END
    }

    final Kind kind;
    /** The name or the sign. */
    final String text;
    /** What a literal means. */
    final Object value;

    final int from;
    final int to;

    Token(Kind kind, String text, Object value, int from, int to) {
        this.kind = kind;
        this.text = text;
        this.value = value;
        this.from = from;
        this.to = to;
    }

    boolean is(String sign) {
        return kind != Kind.TEXT && text.equals(sign);
    }

    /** Whether an operand begins with it. */
    boolean isValue() {
        return kind == Kind.NAME || kind == Kind.TEXT || kind == Kind.NUMBER || is("@");
    }

    @Override
    public String toString() {
        return kind == Kind.END ? "the end" : "'" + text + "'";
    }
}
