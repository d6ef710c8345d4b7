package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;

/**
 * The functions behind the operators, as handles. In a class of their own because expressions are parsed and checked
 * before main, when java.lang.invoke is best left alone, and compiled at the first call.
 */
final class Functions {
    static final MethodHandle LENGTH = Values.own(Array.class, "getLength", int.class, Object.class);
    static final MethodHandle ELEMENT =
            Values.own(Elements.class, "at", Object.class, String.class, Object.class, Object.class);
    static final MethodHandle TRUTH =
            Values.own(Comparing.class, "isTrue", boolean.class, String.class, Object.class);
    static final MethodHandle COMPUTE =
            Values.own(Numbers.class, "compute", long.class, String.class, long.class, long.class);
    static final MethodHandle COMPUTE_OR_NULL = Values.own(
            Numbers.class, "computeOrNull", Object.class, String.class, boolean.class, Object.class, Object.class);
    static final MethodHandle JOIN = Values.own(KeyText.class, "join", String.class, Object.class, Object.class);
    static final MethodHandle COMPARE =
            Values.own(Comparing.class, "compare", boolean.class, String.class, Object.class, Object.class);
    static final MethodHandle COMPARE_LONGS =
            Values.own(Comparing.class, "compareLongs", boolean.class, String.class, long.class, long.class);
    static final MethodHandle HASH = Values.own(KeyText.class, "hash", String.class, Object.class);
    static final MethodHandle TEXT = Values.own(KeyText.class, "of", String.class, Object.class);
    static final MethodHandle SHOWN = Values.own(KeyText.class, "anyOf", String.class, Object.class);
    static final MethodHandle INT_TEXT = Values.own(Integer.class, "toString", String.class, int.class);
    static final MethodHandle LONG_TEXT = Values.own(Long.class, "toString", String.class, long.class);
    static final MethodHandle SAID = Values.own(OwnText.class, "said", String.class, Object.class);

    private Functions() {}
}
