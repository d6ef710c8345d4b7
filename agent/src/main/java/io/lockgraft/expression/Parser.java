package io.lockgraft.expression;

import io.lockgraft.spi.text.SyntaxException;
import java.util.ArrayList;
import java.util.List;

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
 * path    = first { ("." | "?.") name [ arguments ] | "[" ("*" | choice) "]" }
 * first   = literal | "this" | name | "hash" "(" choice ")" | "(" choice ")" | attribute
 * attribute = "&#64;" name { "." name } "." name
 * </pre>
 */
final class Parser {
    private static final int MOST_NESTED = 50;
    private static final int MOST_STEPS = 200;

    /** Weakest binding first; between and and == stands not. */
    private static final String[][] OPERATORS = {
        {"or", "||"}, {"and", "&&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}
    };

    private static final int OR = 0;
    private static final int EQUAL = 2;
    private static final int ORDER = 3;

    private final String text;
    private final boolean several;
    private final Lexer lexer;
    private Token token;
    private int end;
    private int nested;
    private int steps;
    private boolean hasSeveral;
    private boolean namesThis;
    private int optional;

    /** @param several whether a {@code [*]} may stand in it */
    Parser(String text, int from, boolean several) throws SyntaxException {
        this.text = text;
        this.several = several;
        this.lexer = new Lexer(text, from);
        this.token = lexer.next();
        this.end = from;
    }

    /** The expression up to the closing brace, or to the end of the text. */
    Node parse() throws SyntaxException {
        if (token.kind == Token.Kind.END) {
            throw new SyntaxException(token.from, "an expression is missing here, such as dto.orderNo");
        }
        Node node = choice();
        if (token.kind != Token.Kind.END) {
            throw new SyntaxException(token.from, unexpected());
        }
        return node;
    }

    /** Where the expression ended: at the closing brace, or behind the text. */
    int end() {
        return token.from;
    }

    boolean hasSeveral() {
        return hasSeveral;
    }

    /** Whether the object of the method is a part of it. */
    boolean namesThis() {
        return namesThis;
    }

    private Node choice() throws SyntaxException {
        int from = token.from;
        deeper();
        Node node = byDefault();
        if (token.is("?")) {
            advance();
            optional++;
            Node whenTrue = choice();
            require(":", "a ? needs its other half: condition ? one : other");
            node = step(ChoiceNode.of(node, whenTrue, choice()), from);
            optional--;
        }
        nested--;
        return node;
    }

    private Node byDefault() throws SyntaxException {
        int from = token.from;
        Node node = operators(OR);
        if (token.is("?:")) {
            advance();
            deeper();
            optional++;
            node = step(new DefaultNode(node, byDefault()), from);
            optional--;
            nested--;
        }
        return node;
    }

    /** What the operators of this level join, and those that bind tighter. */
    private Node operators(int level) throws SyntaxException {
        int from = token.from;
        if (level == OPERATORS.length) {
            return unary();
        }
        if (level == EQUAL && token.is("not")) {
            advance();
            deeper();
            Node node = step(ChoiceNode.not(operators(EQUAL)), from);
            nested--;
            return node;
        }
        Node node = operators(level + 1);
        boolean more = isOf(level);
        while (more) {
            String operator = advance().text;
            optional += level < EQUAL ? 1 : 0;
            node = step(joined(level, operator, node, operators(level + 1)), from);
            optional -= level < EQUAL ? 1 : 0;
            more = level != ORDER && isOf(level);
        }
        return node;
    }

    private boolean isOf(int level) {
        for (String operator : OPERATORS[level]) {
            if (token.is(operator)) {
                return true;
            }
        }
        return false;
    }

    private static Node joined(int level, String operator, Node left, Node right) {
        if (level < EQUAL) {
            return level == OR ? ChoiceNode.or(left, right) : ChoiceNode.and(left, right);
        }
        return level > ORDER ? new ArithmeticNode(operator, left, right) : new ComparisonNode(operator, left, right);
    }

    private Node unary() throws SyntaxException {
        int from = token.from;
        if (!token.is("-") && !token.is("!")) {
            return path();
        }
        boolean minus = advance().is("-");
        deeper();
        Node operand = unary();
        nested--;
        return step(minus ? ArithmeticNode.minus(operand) : ChoiceNode.not(operand), from);
    }

    private Node path() throws SyntaxException {
        int from = token.from;
        Node node = first();
        while (true) {
            if (token.is(".") || token.is("?.")) {
                boolean safe = advance().is("?.");
                String name = name();
                node = step(
                        token.is("(")
                                ? new CallNode(node, name, arguments(), safe)
                                : new PropertyNode(node, name, safe),
                        from);
            } else if (token.is("[")) {
                node = index(node, from);
            } else {
                return node;
            }
        }
    }

    private String name() throws SyntaxException {
        return name("the name of a property or method");
    }

    private String name(String what) throws SyntaxException {
        if (token.kind != Token.Kind.NAME) {
            throw new SyntaxException(token.from, what + " is expected here, not " + token);
        }
        return advance().text;
    }

    private Node index(Node of, int from) throws SyntaxException {
        int bracket = advance().from;
        if (!token.is("*")) {
            Node index = choice();
            require("]", "this [ needs its ]");
            return step(new IndexNode(of, index), from);
        }
        advance();
        require("]", "[* needs its ]");
        if (!several) {
            throw new SyntaxException(bracket, "[*] gives one key for each element; it can stand only in keys");
        }
        if (hasSeveral) {
            throw new SyntaxException(bracket, "there can be only one [*] in a template");
        }
        if (optional > 0) {
            throw new SyntaxException(bracket, "[*] cannot stand where it may not be computed: behind ?, ?:, and, or");
        }
        hasSeveral = true;
        return step(new EachNode(of), from);
    }

    private List<Node> arguments() throws SyntaxException {
        advance();
        List<Node> all = new ArrayList<>();
        if (!token.is(")")) {
            all.add(choice());
            while (token.is(",")) {
                advance();
                all.add(choice());
            }
        }
        require(")", "this call needs its )");
        return all;
    }

    private Node first() throws SyntaxException {
        int from = token.from;
        if (token.is("(")) {
            advance();
            Node node = choice();
            require(")", "this ( needs its )");
            return node;
        }
        if (token.kind == Token.Kind.TEXT || token.kind == Token.Kind.NUMBER) {
            return step(new LiteralNode(advance().value), from);
        }
        if (token.is("@")) {
            return step(attribute(), from);
        }
        if (token.kind != Token.Kind.NAME) {
            throw new SyntaxException(from, "a value is expected here, not " + token);
        }
        String name = advance().text;
        return step(token.is("(") ? function(name, from) : named(name, from), from);
    }

    /** The last name is the attribute; what stands before it is the annotation, by its simple or full name. */
    private Node attribute() throws SyntaxException {
        advance();
        String annotation = name("the name of an annotation");
        require(".", '@' + annotation + " needs its attribute, @" + annotation + ".value,");
        String attribute = name("the name of an attribute");
        while (token.is(".")) {
            advance();
            annotation += '.' + attribute;
            attribute = name("the name of an attribute");
        }
        if (token.is("(")) {
            throw new SyntaxException(
                    token.from,
                    "an attribute is written without (); a method is called on it in a group:"
                            + " (@ServiceLock.name).length()");
        }
        return new AttributeNode(annotation, attribute);
    }

    private Node named(String name, int from) throws SyntaxException {
        switch (name) {
            case "true":
                return new LiteralNode(true);
            case "false":
                return new LiteralNode(false);
            case "null":
                return new LiteralNode(null);
            case "this":
                namesThis = true;
                return new NameNode(name);
            case "and":
            case "or":
            case "not":
                throw new SyntaxException(
                        from, "a value is expected here, not '" + name + "'; write p0 for a parameter of that name");
            default:
                return new NameNode(name);
        }
    }

    private Node function(String name, int from) throws SyntaxException {
        if (!name.equals("hash")) {
            throw new SyntaxException(
                    from,
                    "no function '" + name + "'; there is hash(x), and methods are called on an object: this." + name
                            + "(...)");
        }
        List<Node> arguments = arguments();
        if (arguments.size() != 1) {
            throw new SyntaxException(from, "hash takes one value: hash(dto.orderNo)");
        }
        return new HashNode(arguments.get(0));
    }

    private void deeper() throws SyntaxException {
        if (++nested > MOST_NESTED) {
            throw new SyntaxException(token.from, "the expression is nested more than " + MOST_NESTED + " deep");
        }
    }

    private Node step(Node node, int from) throws SyntaxException {
        if (++steps > MOST_STEPS) {
            throw new SyntaxException(from, "the expression has more than " + MOST_STEPS + " steps");
        }
        return node.in(text, from, end);
    }

    private Token advance() throws SyntaxException {
        Token taken = token;
        end = taken.to;
        token = lexer.next();
        return taken;
    }

    private void require(String sign, String otherwise) throws SyntaxException {
        if (!token.is(sign)) {
            throw new SyntaxException(token.from, otherwise + " before " + token);
        }
        advance();
    }

    private String unexpected() {
        String hint = "";
        boolean value = token.kind == Token.Kind.NAME
                || token.kind == Token.Kind.TEXT
                || token.kind == Token.Kind.NUMBER
                || token.is("@");
        if (value) {
            hint = "; an operator is missing before it";
        } else if (token.is("<") || token.is("<=") || token.is(">") || token.is(">=")) {
            hint = "; join two comparisons with and";
        }
        return token + " is not expected here" + hint;
    }
}
