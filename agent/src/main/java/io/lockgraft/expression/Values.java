package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Handles that compiled expressions are put together from; each takes {@code (Object self, Object[] arguments)}. */
final class Values {
    private static final MethodType SHAPE = MethodType.methodType(Object.class, Object.class, Object[].class);
    private static final MethodHandle ELEMENT = MethodHandles.arrayElementGetter(Object[].class);
    private static final MethodHandle IS_NULL = own("isNull", boolean.class, Object.class);
    private static final MethodHandle PRESENT = own("present", Object.class, Node.class, Node.class, Object.class);

    private Values() {}

    /** A method of our own classes in this package, which all look it up by name and type here. */
    static MethodHandle own(Class<?> owner, String name, Class<?> returned, Class<?>... parameters) {
        try {
            return MethodHandles.lookup().findStatic(owner, name, MethodType.methodType(returned, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle own(String name, Class<?> returned, Class<?>... parameters) {
        return own(Values.class, name, returned, parameters);
    }

    static MethodHandle self() {
        return MethodHandles.dropArguments(MethodHandles.identity(Object.class), 1, Object[].class);
    }

    static MethodHandle argument(int position) {
        return MethodHandles.dropArguments(MethodHandles.insertArguments(ELEMENT, 1, position), 0, Object.class);
    }

    static MethodHandle constant(Class<?> type, Object value) {
        return MethodHandles.dropArguments(MethodHandles.constant(type, value), 0, SHAPE.parameterList());
    }

    /** The value, given to this function of one argument. */
    static MethodHandle then(MethodHandle value, MethodHandle function) {
        return MethodHandles.filterReturnValue(as(value, function.type().parameterType(0)), function);
    }

    /** The values, given to this function of as many arguments; each is computed once, from left to right. */
    static MethodHandle call(MethodHandle function, MethodHandle... values) {
        MethodHandle joined = join(function, 0, values);
        int[] order = new int[values.length * 2];
        for (int i = 0; i < values.length; i++) {
            order[2 * i + 1] = 1;
        }
        return MethodHandles.permuteArguments(
                joined, SHAPE.changeReturnType(joined.type().returnType()), order);
    }

    /** The values, given to this method behind its object; the handle takes the object first. */
    static MethodHandle onto(MethodHandle method, MethodHandle... values) {
        MethodHandle joined = join(method, 1, values);
        int[] order = new int[values.length * 2 + 1];
        for (int i = 0; i < values.length; i++) {
            order[2 * i + 1] = 1;
            order[2 * i + 2] = 2;
        }
        MethodType type = SHAPE.changeReturnType(joined.type().returnType())
                .insertParameterTypes(0, method.type().parameterType(0));
        return MethodHandles.permuteArguments(joined, type, order);
    }

    private static MethodHandle join(MethodHandle function, int from, MethodHandle... values) {
        MethodHandle joined = function;
        for (int i = values.length - 1; i >= 0; i--) {
            MethodHandle value = as(values[i], function.type().parameterType(from + i));
            joined = MethodHandles.collectArguments(joined, from + i, value);
        }
        return joined;
    }

    /** The text of the value; the static class picks the shortest way, which makes no box. */
    static MethodHandle text(MethodHandle value, MethodHandle otherwise) {
        Class<?> type = value.type().returnType();
        if (type == String.class) {
            return value;
        }
        boolean isInt = type == int.class || type == short.class || type == byte.class;
        return then(value, isInt ? Functions.INT_TEXT : type == long.class ? Functions.LONG_TEXT : otherwise);
    }

    static MethodHandle as(MethodHandle value, Class<?> type) {
        return value.asType(value.type().changeReturnType(type));
    }

    /** A test for null of values of this class. */
    static MethodHandle isNull(Class<?> type) {
        return IS_NULL.asType(MethodType.methodType(boolean.class, type));
    }

    /**
     * Passes values of this class, and fails where there is none; what was written says which object the step needs.
     */
    static MethodHandle present(Class<?> type, Node object, Node step) {
        return MethodHandles.insertArguments(PRESENT, 0, object, step).asType(MethodType.methodType(type, type));
    }

    static boolean isNull(Object value) {
        return value == null;
    }

    static Object present(Node object, Node step, Object value) {
        if (value == null) {
            throw new AbsentException(object, step);
        }
        return value;
    }
}
