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

    /** What it is for the types of a method. */
    public abstract TypedNode type(Scope scope) throws BindException;

    /** As it was written, but for secrets that have been filled in. */
    @Override
    public final String toString() {
        return source;
    }
}
