package io.lockgraft.pattern;

import io.lockgraft.text.SyntaxException;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeShape;
import io.lockgraft.type.TypeSource;

/** A method pattern of a rule, as AspectJ writes them: {@code com.shop.PayService.payOrder(PayDto, int)}. */
public final class MethodPattern {
    private final String text;

    private MethodPattern(String text) {
        this.text = text;
    }

    public static MethodPattern parse(String text) throws SyntaxException {
        return new MethodPattern(text);
    }

    /** The only class that can match, by binary name; null where the pattern has a wildcard, a + or an annotation. */
    public String exactClass() {
        throw new UnsupportedOperationException("comes next");
    }

    /** Whether the pattern takes this method of this class; what can never be locked is another's to say. */
    public boolean matches(TypeShape type, MethodShape method, TypeSource types) {
        throw new UnsupportedOperationException("comes next");
    }

    @Override
    public String toString() {
        return text;
    }
}
