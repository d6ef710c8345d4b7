package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.DynamicMember;
import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.ClassMember;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * {@code a.name(x, y)}: a public method, chosen by the static types. Where the object's type is open, one without
 * parameters is looked for at the call.
 */
public final class CallNode extends StepNode {
    private final List<SyntaxNode> arguments;

    public CallNode(SyntaxNode of, String name, List<SyntaxNode> arguments, boolean safe) {
        super(of, name, safe);
        this.arguments = arguments;
    }

    @Override
    public TypedNode type(Scope scope) throws BindException {
        TypedNode owner = of.type(scope);
        List<TypedNode> values = new ArrayList<>();
        List<StaticType> types = new ArrayList<>();
        for (SyntaxNode each : arguments) {
            TypedNode value = each.type(scope);
            values.add(value);
            types.add(value.type());
        }
        StaticType type = owner.type();
        if (type.is("null")) {
            throw new BindException("null has no method '" + name + "'");
        }
        if (type.isDynamic() && scope.methods.named(type, name).isEmpty()) {
            return open(owner, type);
        }
        if (!type.isArray()) {
            scope.requireFound(type);
        }
        ClassMember method = scope.methods.find(type, name, types);
        scope.requireOther(method);
        if (method.type.is("void")) {
            throw new BindException("method " + method + " of " + type + " returns nothing");
        }
        boolean text = name.equals("toString") && values.isEmpty() && !type.is("java.lang.String");
        if (text) {
            TextRule.requireSaid(type, scope);
        }
        return new Step(method.type, owner, values) {
            @Override
            MethodHandle member(Linker linker) throws ReflectiveOperationException {
                return text ? Handles.SAID : linker.member(method);
            }
        };
    }

    private TypedNode open(TypedNode owner, StaticType type) throws BindException {
        if (!arguments.isEmpty()) {
            throw new BindException(of + " is of type " + type + ", so its methods are found at the call; only those"
                    + " without arguments can be called, not " + name + "(...)");
        }
        return new Step(type, owner, Collections.<TypedNode>emptyList()) {
            @Override
            MethodHandle member(Linker linker) {
                return new DynamicMember(name, true, linker.access()).handle();
            }
        };
    }
}
