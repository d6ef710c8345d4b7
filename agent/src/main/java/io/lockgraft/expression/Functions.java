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
    static final MethodHandle TRUTH = Values.own(Truth.class, "of", boolean.class, String.class, Object.class);
    static final MethodHandle NOT = Values.own(NotNode.class, "not", boolean.class, boolean.class);
    static final MethodHandle COMPUTE =
            Values.own(ArithmeticNode.class, "compute", Object.class, String.class, Object.class, Object.class);
    static final MethodHandle JOIN = Values.own(ArithmeticNode.class, "join", String.class, Object.class, Object.class);
    static final MethodHandle NEGATE = Values.own(Numbers.class, "negate", Object.class, Object.class);
    static final MethodHandle COMPARE =
            Values.own(Comparing.class, "compare", boolean.class, String.class, Object.class, Object.class);
    static final MethodHandle COMPARE_LONGS =
            Values.own(Comparing.class, "compareLongs", boolean.class, String.class, long.class, long.class);
    static final MethodHandle HASH = Values.own(KeyText.class, "hash", String.class, Object.class);

    static final MethodHandle SAID = Values.own(OwnText.class, "said", String.class, Object.class);

    private Functions() {}
}
