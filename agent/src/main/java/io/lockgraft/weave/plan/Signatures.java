package io.lockgraft.weave.plan;

import io.lockgraft.language.type.MethodShape;

/** How the report writes a method: {@code payOrder(com.shop.PayDto, int): boolean}. */
final class Signatures {
    private Signatures() {}

    static String of(MethodShape method) {
        return method.name() + '(' + String.join(", ", method.parameterTypes()) + "): " + method.returnType();
    }
}
