package io.lockgraft.language.expression.handle;

import io.lockgraft.language.expression.member.StaticType;
import io.lockgraft.language.expression.value.EvaluationException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** Converts a whole number to the type of a property. */
public final class NumberConversion {
    /** The types of properties that take a whole number, for messages. */
    public static final String TYPES = "long, int, their boxes, Number, BigInteger, String or Object";

    /** The types that take one, those first that lose nothing. */
    private static final List<String> TAKING = Arrays.asList(
            "long",
            "java.lang.Long",
            "java.math.BigInteger",
            "java.lang.Number",
            "java.lang.Object",
            "java.lang.String",
            "int",
            "java.lang.Integer");

    private NumberConversion() {}

    /** Returns the rank of a type among those that take a whole number: the lower the better, -1 for none of them. */
    public static int rank(StaticType type) {
        return TAKING.indexOf(type.name());
    }

    /** Makes a value of that type of a long. */
    public static MethodHandle of(StaticType type) {
        switch (type.name()) {
            case "long":
                return MethodHandles.identity(long.class);
            case "java.math.BigInteger":
                return Handles.own(BigInteger.class, "valueOf", BigInteger.class, long.class);
            case "java.lang.String":
                return Handles.LONG_TEXT;
            case "int":
            case "java.lang.Integer":
                return Handles.own(NumberConversion.class, "narrow", int.class, long.class);
            default:
                return Handles.own(Long.class, "valueOf", Long.class, long.class);
        }
    }

    /** A number that was cut would be an old one again. */
    static int narrow(long number) {
        if (number != (int) number) {
            throw new EvaluationException(number + " is too large for an int");
        }
        return (int) number;
    }
}
