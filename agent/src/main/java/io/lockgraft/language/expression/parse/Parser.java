package io.lockgraft.language.expression.parse;

import io.lockgraft.language.expression.tree.ArithmeticNode;
import io.lockgraft.language.expression.tree.ChoiceNode;
import io.lockgraft.language.expression.tree.ComparisonNode;
import io.lockgraft.language.expression.tree.DefaultNode;
import io.lockgraft.language.expression.tree.SyntaxNode;
import io.lockgraft.spi.text.SyntaxException;

/**
 * Reads one expression, weakest binding first:
 *
 * <pre>
 * choice  = default [ "?" choice ":" choice ]
 * default = or [ "?:" default ]
 * or      = and { ("or" | "||") and }
 * and     = not { ("and" | "&amp;&amp;") not }
 * not     = "not" not | equal
 * equal   = order { ("==" | "!=") order }
 * order   = sum [ ("&lt;" | "&lt;=" | "&gt;" | "&gt;=") sum ]
 * sum     = product { ("+" | "-") product }
 * product = unary { ("*" | "/" | "%") unary }
 * unary   = ("-" | "!") unary | path
 * </pre>
 */
public final class Parser extends PathParser {
    /** Weakest binding first; between and and == stands not. */
    private static final String[][] OPERATORS = {
        {"or", "||"}, {"and", "&&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}
    };

    private static final int OR = 0;
    private static final int EQUAL = 2;
    private static final int ORDER = 3;

    private final SyntaxNode whole;

    /**
     * Reads the expression up to the closing brace, or to the end of the text.
     *
     * @param several whether a {@code [*]} may stand in it
     */
    public Parser(String text, int from, boolean several) throws SyntaxException {
        super(text, from, several);
        if (tokens.isA(Lexer.Kind.END)) {
            throw new SyntaxException(tokens.from(), "an expression is missing here, such as dto.orderNo");
        }
        whole = choice();
        if (!tokens.isA(Lexer.Kind.END)) {
            throw tokens.unexpected();
        }
    }

    /**
     * Reads a text that is one expression and has no braces.
     *
     * @param open what is wrong with a brace in front
     * @param close what is wrong with a brace behind
     */
    public static Parser alone(String text, String open, String close) throws SyntaxException {
        if (text.trim().startsWith("{")) {
            throw new SyntaxException(text.indexOf('{'), open);
        }
        Parser parser = new Parser(text, 0, false);
        if (parser.end() < text.length()) {
            throw new SyntaxException(parser.end(), close);
        }
        return parser;
    }

    /** Returns the expression that was read. */
    public SyntaxNode node() {
        return whole;
    }

    /** Returns the offset at which the expression ended: at the closing brace, or behind the text. */
    public int end() {
        return tokens.from();
    }

    @Override
    SyntaxNode choice() throws SyntaxException {
        int from = tokens.from();
        deeper();
        SyntaxNode node = byDefault();
        if (tokens.take("?")) {
            optional++;
            SyntaxNode whenTrue = choice();
            tokens.require(":", "a ? needs its other half: condition ? one : other");
            node = step(ChoiceNode.of(node, whenTrue, choice()), from);
            optional--;
        }
        nested--;
        return node;
    }

    private SyntaxNode byDefault() throws SyntaxException {
        int from = tokens.from();
        SyntaxNode node = operators(OR);
        if (tokens.take("?:")) {
            deeper();
            optional++;
            node = step(new DefaultNode(node, byDefault()), from);
            optional--;
            nested--;
        }
        return node;
    }

    /** Parses operators of this level and of those that bind tighter. */
    private SyntaxNode operators(int level) throws SyntaxException {
        int from = tokens.from();
        if (level == OPERATORS.length) {
            return unary();
        }
        if (level == EQUAL && tokens.take("not")) {
            deeper();
            SyntaxNode node = step(ChoiceNode.not(operators(EQUAL)), from);
            nested--;
            return node;
        }
        SyntaxNode node = operators(level + 1);
        for (boolean more = isOf(level); more; more = level != ORDER && isOf(level)) {
            String operator = tokens.advance();
            optional += level < EQUAL ? 1 : 0;
            node = step(joined(level, operator, node, operators(level + 1)), from);
            optional -= level < EQUAL ? 1 : 0;
        }
        return node;
    }

    private boolean isOf(int level) {
        for (String operator : OPERATORS[level]) {
            if (tokens.is(operator)) {
                return true;
            }
        }
        return false;
    }

    private static SyntaxNode joined(int level, String operator, SyntaxNode left, SyntaxNode right) {
        if (level < EQUAL) {
            return level == OR ? ChoiceNode.or(left, right) : ChoiceNode.and(left, right);
        }
        return level > ORDER ? new ArithmeticNode(operator, left, right) : new ComparisonNode(operator, left, right);
    }

    private SyntaxNode unary() throws SyntaxException {
        int from = tokens.from();
        boolean minus = tokens.take("-");
        if (!minus && !tokens.take("!")) {
            return path();
        }
        deeper();
        SyntaxNode operand = unary();
        nested--;
        return step(minus ? ArithmeticNode.minus(operand) : ChoiceNode.not(operand), from);
    }
}
