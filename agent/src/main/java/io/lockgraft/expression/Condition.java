package io.lockgraft.expression;

import io.lockgraft.text.SyntaxException;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeSource;
import java.util.List;

/** The {@code when} of a rule: one expression that is true or false. */
public final class Condition {
    private final String text;

    private Condition(String text) {
        this.text = text;
    }

    public static Condition parse(String text) throws SyntaxException {
        return new Condition(text);
    }

    /** Why the condition does not fit the method: a sentence each; empty where it fits. */
    public List<String> check(MethodShape method, TypeSource types) {
        throw new UnsupportedOperationException("comes next");
    }

    /** Compiles it for the method of the loaded class. */
    public BoundCondition bind(Class<?> owner, MethodShape method, Access access) throws BindException {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public String toString() {
        return text;
    }
}
