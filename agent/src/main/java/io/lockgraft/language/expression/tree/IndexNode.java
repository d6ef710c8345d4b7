package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.Methods;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** {@code a[i]}: an element of an array or a List, or the value under a key of a Map. */
public final class IndexNode extends SyntaxNode {
    private final SyntaxNode of;
    private final SyntaxNode index;

    public IndexNode(SyntaxNode of, SyntaxNode index) {
        this.of = of;
        this.index = index;
    }

    @Override
    public TypedNode type(Scope scope) throws BindException {
        TypedNode owner = of.type(scope);
        TypedNode position = index.type(scope);
        StaticType type = owner.type();
        StaticType map = scope.hierarchy.as(type, "java.util.Map");
        StaticType key = map == null ? StaticType.OBJECT : map.argument(0).unboxed();
        return new TypedNode(element(type, map, position.type(), scope)) {
            @Override
            public MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle at = MethodHandles.insertArguments(Handles.ELEMENT, 0, of + " is null");
                MethodHandle object = owner.handle(linker);
                MethodHandle place = position.handle(linker);
                boolean widened = key.isPrimitive() && position.type().isPrimitive();
                return Handles.call(at, object, widened ? Handles.as(place, linker.load(key)) : place);
            }
        };
    }

    private StaticType element(StaticType type, StaticType map, StaticType position, Scope scope) throws BindException {
        if (map != null) {
            requireKey(map, position, scope);
            return map.argument(1);
        }
        StaticType list = scope.hierarchy.as(type, "java.util.List");
        if (list == null && !type.isArray()) {
            if (!type.isDynamic()) {
                scope.requireFound(type);
                throw new BindException(type + " has no index: " + of + " is no array, List or Map");
            }
            return StaticType.OBJECT;
        }
        if (!position.isDynamic() && (!position.isWhole() || position.unboxed().is("long"))) {
            throw new BindException("the index of " + of + " must be an int, not " + position);
        }
        return list == null ? type.component().boxed() : list.argument(0);
    }

    /** Refuses an index that no key of the map can be equal to. */
    static void requireKey(StaticType map, StaticType index, Scope scope) throws BindException {
        StaticType key = map.argument(0);
        StaticType given = index.boxed();
        boolean possible = key.isDynamic()
                || given.isDynamic()
                || scope.hierarchy.isSubtype(given, key.name())
                || scope.hierarchy.isSubtype(key, given.name())
                || index.isPrimitive()
                        && Methods.widens(index.name(), key.unboxed().name());
        if (!possible) {
            throw new BindException("the keys of this Map are " + key + ", never " + index);
        }
    }
}
