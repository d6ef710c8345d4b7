package io.lockgraft.language.expression.member;

import io.lockgraft.language.type.Primitives;
import io.lockgraft.language.type.TypeNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The static type of a value: the name of its type as shapes write it, and its type arguments. */
public final class StaticType {
    public static final StaticType OBJECT = of("java.lang.Object");
    public static final StaticType STRING = of("java.lang.String");
    public static final StaticType BOOLEAN = of("boolean");
    public static final StaticType INT = of("int");
    public static final StaticType LONG = of("long");
    /** The type of the literal null; assignable to every reference. */
    public static final StaticType NULL = of("null");

    private static final List<String> WHOLE = Arrays.asList("byte", "short", "char", "int", "long");

    private final String name;
    /** Empty for a type that is not generic, or raw. */
    final List<StaticType> arguments;

    StaticType(String name, List<StaticType> arguments) {
        this.name = name;
        this.arguments = arguments;
    }

    public static StaticType of(String name) {
        return new StaticType(name, Collections.emptyList());
    }

    static List<StaticType> all(List<String> names) {
        List<StaticType> types = new ArrayList<>();
        for (String each : names) {
            types.add(of(each));
        }
        return types;
    }

    /** Returns the types as messages name them, with commas between them. */
    static String told(List<StaticType> types) {
        List<String> told = new ArrayList<>();
        for (StaticType each : types) {
            told.add(each.toString());
        }
        return String.join(", ", told);
    }

    public String name() {
        return name;
    }

    /** The type argument of this number, Object where the type is raw. */
    public StaticType argument(int index) {
        return index < arguments.size() ? arguments.get(index) : OBJECT;
    }

    public boolean is(String other) {
        return name.equals(other);
    }

    public boolean isPrimitive() {
        return Primitives.contain(name);
    }

    /** True if its values are whole numbers that operators can compute with: int, long, what widens to them, a box. */
    public boolean isWhole() {
        return WHOLE.contains(unboxed().name);
    }

    public boolean isArray() {
        return name.endsWith("[]");
    }

    /** True if only the value at the call shows its type. */
    public boolean isDynamic() {
        return name.equals("java.lang.Object");
    }

    public StaticType component() {
        return new StaticType(name.substring(0, name.length() - 2), arguments);
    }

    StaticType array() {
        return new StaticType(name + "[]", arguments);
    }

    public StaticType boxed() {
        return isPrimitive() ? of(Primitives.boxed(name)) : this;
    }

    /** The primitive of a box; itself for what is no box. */
    public StaticType unboxed() {
        String primitive = Primitives.unboxed(name);
        return primitive.equals(name) ? this : of(primitive);
    }

    /** Returns the name for messages: no package, nested types with a dot. */
    @Override
    public String toString() {
        return TypeNames.simple(name);
    }
}
