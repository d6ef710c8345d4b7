package io.lockgraft.language.expression.parse;

import io.lockgraft.language.expression.tree.AttributeNode;
import io.lockgraft.language.expression.tree.CallNode;
import io.lockgraft.language.expression.tree.EachNode;
import io.lockgraft.language.expression.tree.HashNode;
import io.lockgraft.language.expression.tree.IndexNode;
import io.lockgraft.language.expression.tree.LiteralNode;
import io.lockgraft.language.expression.tree.NameNode;
import io.lockgraft.language.expression.tree.PropertyNode;
import io.lockgraft.language.expression.tree.SyntaxNode;
import io.lockgraft.spi.text.SyntaxException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a value and the steps from it:
 *
 * <pre>
 * path    = first { ("." | "?.") name [ arguments ] | "[" ("*" | choice) "]" }
 * first   = literal | "this" | name | "hash" "(" choice ")" | "(" choice ")" | attribute
 * attribute = "&#64;" name { "." name } "." name
 * </pre>
 */
abstract class PathParser {
    private static final int MOST_NESTED = 50;
    private static final int MOST_STEPS = 200;

    final Lexer tokens;
    /** The depth of brackets and operators at this point. */
    int nested;
    /** Behind how many operators that may leave it out. */
    int optional;

    private final String text;
    private final boolean several;
    private int steps;
    private boolean hasSeveral;
    private boolean namesThis;

    PathParser(String text, int from, boolean several) throws SyntaxException {
        this.text = text;
        this.several = several;
        this.tokens = new Lexer(text, from);
    }

    /** Any expression, such as stands between brackets. */
    abstract SyntaxNode choice() throws SyntaxException;

    public boolean hasSeveral() {
        return hasSeveral;
    }

    /** True if the expression reads the object of the method. */
    public boolean namesThis() {
        return namesThis;
    }

    /** A value, and the steps from it. */
    final SyntaxNode path() throws SyntaxException {
        int from = tokens.from();
        SyntaxNode node = first();
        while (true) {
            if (tokens.is(".") || tokens.is("?.")) {
                boolean safe = tokens.advance().equals("?.");
                String name = tokens.name("the name of a property or method");
                node = step(
                        tokens.is("(")
                                ? new CallNode(node, name, arguments(), safe)
                                : new PropertyNode(node, name, safe),
                        from);
            } else if (tokens.is("[")) {
                node = index(node, from);
            } else {
                return node;
            }
        }
    }

    private SyntaxNode index(SyntaxNode of, int from) throws SyntaxException {
        int bracket = tokens.from();
        tokens.advance();
        if (!tokens.take("*")) {
            SyntaxNode index = choice();
            tokens.require("]", "this [ needs its ]");
            return step(new IndexNode(of, index), from);
        }
        tokens.require("]", "[* needs its ]");
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

    private List<SyntaxNode> arguments() throws SyntaxException {
        tokens.advance();
        List<SyntaxNode> all = new ArrayList<>();
        for (boolean more = !tokens.is(")"); more; more = tokens.take(",")) {
            all.add(choice());
        }
        tokens.require(")", "this call needs its )");
        return all;
    }

    private SyntaxNode first() throws SyntaxException {
        int from = tokens.from();
        if (tokens.take("(")) {
            SyntaxNode node = choice();
            tokens.require(")", "this ( needs its )");
            return node;
        }
        if (tokens.isA(Lexer.Kind.TEXT) || tokens.isA(Lexer.Kind.NUMBER)) {
            SyntaxNode literal = new LiteralNode(tokens.value());
            tokens.advance();
            return step(literal, from);
        }
        if (tokens.take("@")) {
            return step(attribute(), from);
        }
        if (!tokens.isA(Lexer.Kind.NAME)) {
            throw new SyntaxException(from, "a value is expected here, not " + tokens.told());
        }
        String name = tokens.advance();
        return step(tokens.is("(") ? function(name, from) : named(name, from), from);
    }

    /** The last name is the attribute; what stands before it is the annotation, by its simple or full name. */
    private SyntaxNode attribute() throws SyntaxException {
        String annotation = tokens.name("the name of an annotation");
        tokens.require(".", '@' + annotation + " needs its attribute, @" + annotation + ".value,");
        String attribute = tokens.name("the name of an attribute");
        while (tokens.take(".")) {
            annotation += '.' + attribute;
            attribute = tokens.name("the name of an attribute");
        }
        if (tokens.is("(")) {
            throw new SyntaxException(
                    tokens.from(),
                    "an attribute is written without (); a method is called on it in a group:"
                            + " (@ServiceLock.name).length()");
        }
        return new AttributeNode(annotation, attribute);
    }

    private SyntaxNode named(String name, int from) throws SyntaxException {
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

    private SyntaxNode function(String name, int from) throws SyntaxException {
        if (!name.equals("hash")) {
            throw new SyntaxException(
                    from,
                    "no function '" + name + "'; there is hash(x), and methods are called on an object: this." + name
                            + "(...)");
        }
        List<SyntaxNode> arguments = arguments();
        if (arguments.size() != 1) {
            throw new SyntaxException(from, "hash takes one value: hash(dto.orderNo)");
        }
        return new HashNode(arguments.get(0));
    }

    final void deeper() throws SyntaxException {
        if (++nested > MOST_NESTED) {
            throw new SyntaxException(tokens.from(), "the expression is nested more than " + MOST_NESTED + " deep");
        }
    }

    final SyntaxNode step(SyntaxNode node, int from) throws SyntaxException {
        if (++steps > MOST_STEPS) {
            throw new SyntaxException(from, "the expression has more than " + MOST_STEPS + " steps");
        }
        return node.in(text, from, tokens.end());
    }
}
