package io.lockgraft.expression;

import io.lockgraft.type.FieldShape;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeNames;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.List;

/** A method or a field that an expression uses, as its class declares it, and the type that it gives here. */
final class Member {
    private final String owner;
    private final String name;
    private final String descriptor;
    private final List<String> parameters;
    private final int modifiers;
    private final StaticType type;

    private Member(
            String owner, String name, String descriptor, List<String> parameters, int modifiers, StaticType type) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.parameters = parameters;
        this.modifiers = modifiers;
        this.type = type;
    }

    static Member of(MethodShape method, StaticType type) {
        return new Member(
                method.owner(), method.name(), method.descriptor(), method.parameterTypes(), method.modifiers(), type);
    }

    static Member of(String owner, FieldShape field, StaticType type) {
        return new Member(owner, field.name(), field.type(), Collections.emptyList(), field.modifiers(), type);
    }

    /** The class that declares it. */
    String owner() {
        return owner;
    }

    String name() {
        return name;
    }

    boolean isField() {
        return descriptor.charAt(0) != '(';
    }

    /** The descriptor of a method; the erased type of a field, as shapes write it. */
    String descriptor() {
        return descriptor;
    }

    /** The erased parameter types. */
    List<String> parameters() {
        return parameters;
    }

    boolean isFinal() {
        return Modifier.isFinal(modifiers);
    }

    StaticType type() {
        return type;
    }

    @Override
    public String toString() {
        return isField() ? name : name + '(' + TypeNames.simple(parameters) + ')';
    }
}
