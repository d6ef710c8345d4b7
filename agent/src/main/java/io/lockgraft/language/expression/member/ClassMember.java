package io.lockgraft.language.expression.member;

import io.lockgraft.language.type.FieldShape;
import io.lockgraft.language.type.MethodShape;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.List;

/** A method or a field that an expression uses, as its class declares it, and the type that it gives here. */
public final class ClassMember {
    /** The class that declares it. */
    public final String owner;

    public final String name;
    /** The descriptor of a method; the erased type of a field, as shapes write it. */
    public final String descriptor;

    public final StaticType type;
    /** The erased parameter types. */
    final List<String> parameters;

    private final int modifiers;

    private ClassMember(
            String owner, String name, String descriptor, List<String> parameters, int modifiers, StaticType type) {
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.parameters = parameters;
        this.modifiers = modifiers;
        this.type = type;
    }

    public static ClassMember of(MethodShape method, StaticType type) {
        return new ClassMember(
                method.owner(), method.name(), method.descriptor(), method.parameterTypes(), method.modifiers(), type);
    }

    public static ClassMember of(String owner, FieldShape field, StaticType type) {
        return new ClassMember(owner, field.name(), field.type(), Collections.emptyList(), field.modifiers(), type);
    }

    public boolean isField() {
        return descriptor.charAt(0) != '(';
    }

    public boolean isFinal() {
        return Modifier.isFinal(modifiers);
    }

    @Override
    public String toString() {
        return isField() ? name : name + '(' + StaticType.told(StaticType.all(parameters)) + ')';
    }
}
