package io.lockgraft.weave.plan;

import io.lockgraft.type.MethodShape;

/** How the report writes a method: {@code payOrder(com.shop.PayDto, int): boolean}. */
public final class Signatures {
    private Signatures() {}

    public static String of(MethodShape method) {
        return method.name() + '(' + String.join(", ", method.parameterTypes()) + "): " + method.returnType();
    }
}
