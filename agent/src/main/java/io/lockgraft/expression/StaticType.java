package io.lockgraft.expression;

import io.lockgraft.type.Primitives;
import io.lockgraft.type.TypeNames;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What is known of a value before there is one: the name of its type as shapes write it, and its type arguments. */
final class StaticType {
    static final StaticType OBJECT = of("java.lang.Object");
    static final StaticType STRING = of("java.lang.String");
    static final StaticType BOOLEAN = of("boolean");
    static final StaticType INT = of("int");
    static final StaticType LONG = of("long");
    /** The type of the literal null; assignable to every reference. */
    static final StaticType NULL = of("null");

    private static final List<String> WHOLE = Arrays.asList("byte", "short", "char", "int", "long");

    private final String name;
    private final List<StaticType> arguments;

    private StaticType(String name, List<StaticType> arguments) {
        this.name = name;
        this.arguments = arguments;
    }

    static StaticType of(String name) {
        return new StaticType(name, Collections.emptyList());
    }

    static StaticType of(String name, List<StaticType> arguments) {
        return new StaticType(name, arguments);
    }

    String name() {
        return name;
    }

    /** Empty for a type that is not generic, or raw. */
    List<StaticType> arguments() {
        return arguments;
    }

    /** The type argument of this number, Object where the type is raw. */
    StaticType argument(int index) {
        return index < arguments.size() ? arguments.get(index) : OBJECT;
    }

    boolean is(String other) {
        return name.equals(other);
    }

    boolean isPrimitive() {
        return Primitives.contain(name);
    }

    /** Whether values of it are whole numbers that operators can compute with: int, long, what widens to them, a box. */
    boolean isWhole() {
        return WHOLE.contains(unboxed().name);
    }

    boolean isArray() {
        return name.endsWith("[]");
    }

    /** Whether only the value itself tells what it is. */
    boolean isDynamic() {
        return name.equals("java.lang.Object");
    }

    StaticType component() {
        return of(name.substring(0, name.length() - 2), arguments);
    }

    StaticType array() {
        return of(name + "[]", arguments);
    }

    StaticType boxed() {
        return isPrimitive() ? of(Primitives.boxed(name)) : this;
    }

    /** The primitive of a box; itself for what is no box. */
    StaticType unboxed() {
        String primitive = Primitives.unboxed(name);
        return primitive.equals(name) ? this : of(primitive);
    }

    /** As a person says it: no package, nested types with a dot. */
    @Override
    public String toString() {
        return TypeNames.simple(name);
    }
}
