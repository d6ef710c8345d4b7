package io.lockgraft.expression;

import io.lockgraft.text.SyntaxException;

/** A property of an argument that a rule writes to, as {@code order.version} in {@code fence: {set: order.version}}. */
public final class Target {
    private final String text;
    private final PropertyNode property;

    private Target(String text, PropertyNode property) {
        this.text = text;
        this.property = property;
    }

    public static Target parse(String text) throws SyntaxException {
        if (text.trim().startsWith("{")) {
            throw new SyntaxException(
                    text.indexOf('{'), "a '{' has no place here: the property stands without braces, as order.version");
        }
        Parser parser = new Parser(text, 0, false);
        Node node = parser.parse();
        if (parser.end() < text.length()) {
            throw new SyntaxException(parser.end(), "a property stands without braces: order.version");
        }
        if (!(node instanceof PropertyNode)) {
            throw new SyntaxException(0, "a property of a parameter or of 'this' is expected here, as order.version");
        }
        return new Target(text, (PropertyNode) node);
    }

    /** As the rules file has it. */
    @Override
    public String toString() {
        return text;
    }
}
