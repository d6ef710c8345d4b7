package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;

/** Turns handles of values into handles of their texts; the static class picks the shortest way. */
final class Texts {
    private static final MethodHandle OF = Values.own(KeyText.class, "of", String.class, Object.class);
    private static final MethodHandle ANY = Values.own(KeyText.class, "anyOf", String.class, Object.class);
    private static final MethodHandle INT = Values.own(Integer.class, "toString", String.class, int.class);
    private static final MethodHandle LONG = Values.own(Long.class, "toString", String.class, long.class);

    private Texts() {}

    static MethodHandle key(MethodHandle value) {
        return text(value, OF);
    }

    static MethodHandle message(MethodHandle value) {
        return text(value, ANY);
    }

    private static MethodHandle text(MethodHandle value, MethodHandle otherwise) {
        Class<?> type = value.type().returnType();
        if (type == String.class) {
            return value;
        }
        if (type == int.class || type == short.class || type == byte.class) {
            return Values.then(value, INT);
        }
        return Values.then(value, type == long.class ? LONG : otherwise);
    }
}
