package io.lockgraft.language.expression.handle;

import io.lockgraft.language.expression.value.AbsentException;
import io.lockgraft.language.expression.value.Comparisons;
import io.lockgraft.language.expression.value.Elements;
import io.lockgraft.language.expression.value.KeyText;
import io.lockgraft.language.expression.value.Numbers;
import io.lockgraft.language.expression.value.ToStringText;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/**
 * Handles that compiled expressions are put together from; each takes {@code (Object self, Object[] arguments)}. And
 * the
 * functions behind the operators. Expressions are parsed and checked without it: that is before main, when
 * java.lang.invoke is best left alone.
 */
public final class Handles {
    public static final MethodHandle LENGTH = own(Array.class, "getLength", int.class, Object.class);
    /** Takes a Map and a key. */
    public static final MethodHandle VALUE_UNDER = own(Elements.class, "under", Object.class, Map.class, Object.class);

    public static final MethodHandle ELEMENT =
            own(Elements.class, "at", Object.class, String.class, Object.class, Object.class);
    public static final MethodHandle TRUTH =
            own(Comparisons.class, "isTrue", boolean.class, String.class, Object.class);
    public static final MethodHandle COMPUTE =
            own(Numbers.class, "compute", long.class, String.class, long.class, long.class);
    public static final MethodHandle COMPUTE_OR_NULL =
            own(Numbers.class, "computeOrNull", Object.class, String.class, boolean.class, Object.class, Object.class);
    public static final MethodHandle JOIN = own(KeyText.class, "join", String.class, Object.class, Object.class);
    public static final MethodHandle COMPARE =
            own(Comparisons.class, "compare", boolean.class, String.class, Object.class, Object.class);
    public static final MethodHandle COMPARE_LONGS =
            own(Comparisons.class, "compareLongs", boolean.class, String.class, long.class, long.class);
    public static final MethodHandle HASH = own(KeyText.class, "hash", String.class, Object.class);
    public static final MethodHandle TEXT = own(KeyText.class, "of", String.class, Object.class);
    public static final MethodHandle SHOWN = own(KeyText.class, "anyOf", String.class, Object.class);
    static final MethodHandle INT_TEXT = own(Integer.class, "toString", String.class, int.class);
    static final MethodHandle LONG_TEXT = own(Long.class, "toString", String.class, long.class);
    public static final MethodHandle SAID = own(ToStringText.class, "said", String.class, Object.class);

    private static final MethodType SHAPE = MethodType.methodType(Object.class, Object.class, Object[].class);
    private static final MethodHandle ARGUMENT = MethodHandles.arrayElementGetter(Object[].class);
    private static final MethodHandle IS_NULL = own(Objects.class, "isNull", boolean.class, Object.class);
    private static final MethodHandle PRESENT =
            own(Handles.class, "present", Object.class, String.class, String.class, Object.class);

    private Handles() {}

    /** A method of our own classes in this package, which all look it up by name and type here. */
    static MethodHandle own(Class<?> owner, String name, Class<?> returned, Class<?>... parameters) {
        try {
            return MethodHandles.lookup().findStatic(owner, name, MethodType.methodType(returned, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static MethodHandle self() {
        return MethodHandles.dropArguments(MethodHandles.identity(Object.class), 1, Object[].class);
    }

    public static MethodHandle argument(int position) {
        return MethodHandles.dropArguments(MethodHandles.insertArguments(ARGUMENT, 1, position), 0, Object.class);
    }

    public static MethodHandle constant(Class<?> type, Object value) {
        return MethodHandles.dropArguments(MethodHandles.constant(type, value), 0, SHAPE.parameterList());
    }

    /** The value, given to this function of one argument. */
    public static MethodHandle then(MethodHandle value, MethodHandle function) {
        return MethodHandles.filterReturnValue(as(value, function.type().parameterType(0)), function);
    }

    /** The values, given to this function of as many arguments; each is computed once, from left to right. */
    public static MethodHandle call(MethodHandle function, MethodHandle... values) {
        return MethodHandles.foldArguments(
                onto(function, Arrays.copyOfRange(values, 1, values.length)),
                as(values[0], function.type().parameterType(0)));
    }

    /** The values, given to this method behind its object; the handle takes the object first. */
    public static MethodHandle onto(MethodHandle method, MethodHandle... values) {
        MethodHandle joined = method;
        for (int i = values.length; i > 0; i--) {
            MethodHandle value = as(values[i - 1], method.type().parameterType(i));
            joined = MethodHandles.collectArguments(joined, i, value);
        }
        int[] order = new int[values.length * 2 + 1];
        for (int i = 0; i < values.length; i++) {
            order[2 * i + 1] = 1;
            order[2 * i + 2] = 2;
        }
        MethodType type = SHAPE.changeReturnType(joined.type().returnType())
                .insertParameterTypes(0, method.type().parameterType(0));
        return MethodHandles.permuteArguments(joined, type, order);
    }

    /** The text of the value; the static class picks the shortest way, which makes no box. */
    public static MethodHandle text(MethodHandle value, MethodHandle otherwise) {
        Class<?> type = value.type().returnType();
        if (type == String.class) {
            return value;
        }
        boolean isInt = type == int.class || type == short.class || type == byte.class;
        return then(value, isInt ? INT_TEXT : type == long.class ? LONG_TEXT : otherwise);
    }

    public static MethodHandle as(MethodHandle value, Class<?> type) {
        return value.asType(value.type().changeReturnType(type));
    }

    /** A test for null of values of this class. */
    public static MethodHandle isNull(Class<?> type) {
        return IS_NULL.asType(MethodType.methodType(boolean.class, type));
    }

    /**
     * Passes values of this class, and fails where there is none; what was written says which object the step needs.
     */
    public static MethodHandle present(Class<?> type, String object, String step) {
        return MethodHandles.insertArguments(PRESENT, 0, object, step).asType(MethodType.methodType(type, type));
    }

    static Object present(String object, String step, Object value) {
        if (value == null) {
            throw new AbsentException(object, step);
        }
        return value;
    }
}
