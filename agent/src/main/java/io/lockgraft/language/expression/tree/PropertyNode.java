package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.DynamicMember;
import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.ClassMember;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Collections;

/** {@code a.name} or {@code a?.name}: a getter, a field, the length of an array, or the value under a key of a Map. */
public final class PropertyNode extends StepNode {
    public PropertyNode(SyntaxNode of, String name, boolean safe) {
        super(of, name, safe);
    }

    @Override
    public TypedNode type(Scope scope) throws BindException {
        TypedNode owner = of.type(scope);
        StaticType type = owner.type();
        if (type.is("null")) {
            throw new BindException("null has no property '" + name + "'");
        }
        boolean length = type.isArray() && name.equals("length");
        ClassMember member = length ? null : scope.properties.find(type, name);
        StaticType found = length ? StaticType.INT : type;
        if (member != null) {
            scope.requireOther(member);
            found = member.type;
        } else if (!length && !type.isDynamic()) {
            StaticType map = scope.hierarchy.as(type, "java.util.Map");
            if (map == null) {
                throw new BindException(none(type, scope));
            }
            IndexNode.requireKey(map, StaticType.STRING, scope);
            found = map.argument(1);
        }
        return new Step(found, owner, Collections.<TypedNode>emptyList()) {
            @Override
            MethodHandle member(Linker linker) throws ReflectiveOperationException {
                if (member != null) {
                    return linker.member(member);
                }
                return length
                        ? Handles.LENGTH
                        : type.isDynamic()
                                ? new DynamicMember(name, false, linker.access()).handle()
                                : MethodHandles.insertArguments(Handles.VALUE_UNDER, 1, name);
            }
        };
    }

    private String none(StaticType type, Scope scope) {
        if (type.isPrimitive()) {
            return type + " has no property '" + name + "'";
        }
        if (type.isArray()) {
            return type + " has no property '" + name + "'; it has length, and elements such as [0]";
        }
        String missing = scope.hierarchy.firstMissing(type);
        if (missing != null) {
            return missing.equals(type.name())
                    ? "class " + missing + " cannot be found"
                    : type + " has no property '" + name + "' that can be seen: class " + missing
                            + " above it cannot be found";
        }
        if (!scope.methods.named(type, name).isEmpty()) {
            return type + " has no property '" + name + "' but a method: write " + name + "()";
        }
        if (scope.hierarchy.isSubtype(type, "java.lang.Iterable")) {
            return type + " has no property '" + name + "'; take one element of it with [0], or each with [*]";
        }
        return scope.properties.none(type, name);
    }
}
