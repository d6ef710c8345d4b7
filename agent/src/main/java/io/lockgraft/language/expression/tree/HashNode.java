package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;

/** {@code hash(a)}: a short text that is the same in every JVM. */
public final class HashNode extends SyntaxNode {
    private final SyntaxNode operand;

    public HashNode(SyntaxNode operand) {
        this.operand = operand;
    }

    @Override
    public TypedNode type(Scope scope) throws BindException {
        TypedNode value = operand.type(scope);
        TextRule.require(value.type(), scope);
        return new TypedNode(StaticType.STRING) {
            @Override
            public MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                return Handles.then(value.handle(linker), Handles.HASH);
            }
        };
    }
}
