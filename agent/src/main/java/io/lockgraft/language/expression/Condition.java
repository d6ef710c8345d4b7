package io.lockgraft.language.expression;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.parse.Parser;
import io.lockgraft.language.expression.tree.ChoiceNode;
import io.lockgraft.language.expression.tree.Scope;
import io.lockgraft.language.expression.tree.SyntaxNode;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.SyntaxException;
import java.lang.invoke.MethodHandle;
import java.util.Collections;
import java.util.List;

/** The {@code when} of a rule: one expression that is true or false. */
public final class Condition {
    private final String text;
    private final SyntaxNode node;
    private final boolean namesThis;

    private Condition(String text, SyntaxNode node, boolean namesThis) {
        this.text = text;
        this.node = node;
        this.namesThis = namesThis;
    }

    public static Condition parse(String text) throws SyntaxException {
        Parser parser = Parser.alone(
                text,
                "a '{' has no place in a condition: it stands without braces, as in dto.amount > 0",
                "a condition stands without braces: dto.amount > 0");
        return new Condition(text, parser.node(), parser.namesThis());
    }

    /** True if the condition reads the object that the method is called on. */
    public boolean namesThis() {
        return namesThis;
    }

    /** Why the condition does not fit the method: a sentence each; empty where it fits. */
    public List<String> check(MethodShape method, TypeSource types) {
        try {
            ChoiceNode.truth(node, new Scope(method, types));
            return Collections.emptyList();
        } catch (BindException e) {
            return Collections.singletonList(e.getMessage());
        }
    }

    /** Compiles it for the method of the loaded class. */
    public BoundCondition bind(Class<?> owner, MethodShape method, Access access) throws BindException {
        LoadedTypes types = LoadedTypes.of(owner);
        try {
            MethodHandle value =
                    ChoiceNode.truth(node, new Scope(method, types)).handle(new Linker(types, access));
            return new BoundCondition(toString(), value);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            throw new BindException("the condition " + this + " cannot be compiled: " + e, e);
        }
    }

    /** Returns the condition as the rules file has it; secrets that were filled in are masked. */
    @Override
    public String toString() {
        return Secrets.maskKnown(text);
    }
}
