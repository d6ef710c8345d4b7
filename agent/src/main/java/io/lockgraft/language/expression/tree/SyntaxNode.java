package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.spi.log.Secrets;

/** One step of an expression as it was written; knows no types yet. */
public abstract class SyntaxNode {
    private String source = "";

    /** Remembers where it stands, for messages. */
    public final SyntaxNode in(String text, int from, int to) {
        source = Secrets.maskKnown(text.substring(from, to).trim());
        return this;
    }

    /** Returns this step typed for a method. */
    public abstract TypedNode type(Scope scope) throws BindException;

    /** Returns the step as it was written; secrets that were filled in are masked. */
    @Override
    public final String toString() {
        return source;
    }
}
