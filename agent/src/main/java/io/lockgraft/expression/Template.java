package io.lockgraft.expression;

import io.lockgraft.text.SyntaxException;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeSource;
import java.util.List;

/** A key or a message: text with {expressions}. Parsed once, checked against a method's types, then bound to it. */
public final class Template {
    private final String text;

    private Template(String text) {
        this.text = text;
    }

    public static Template parse(String text) throws SyntaxException {
        return new Template(text);
    }

    /** Whether a {@code [*]} in it makes several keys of one call. */
    public boolean isSeveral() {
        return false;
    }

    /** Why the template does not fit the method: a sentence each; empty where it fits. */
    public List<String> check(MethodShape method, TypeSource types) {
        throw new UnsupportedOperationException("comes next");
    }

    /** Compiles it for the method of the loaded class; throws BindException where it does not fit. */
    public BoundTemplate bind(Class<?> owner, MethodShape method, Access access) throws BindException {
        throw new UnsupportedOperationException("comes next");
    }

    /** As the rules file has it. */
    @Override
    public String toString() {
        return text;
    }
}
