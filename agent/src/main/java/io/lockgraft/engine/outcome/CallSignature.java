package io.lockgraft.engine.outcome;

import io.lockgraft.language.type.MethodShape;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** What a method must look like that an outcome calls in place of another. */
final class CallSignature {
    private static final String KEY = "java.lang.String";

    private CallSignature() {}

    /** Why it cannot be called in place of the method, or null where it can. */
    static String unfit(MethodShape method, MethodShape called) {
        List<String> withKey = new ArrayList<>(method.parameterTypes());
        withKey.add(KEY);
        if (!called.parameterTypes().equals(method.parameterTypes())
                && !called.parameterTypes().equals(withKey)) {
            return called + " must have the parameters of " + method + ", or the key as one more String";
        }
        if (!called.returnType().equals(method.returnType())) {
            return called + " returns " + called.returnType() + ", but " + method + " returns " + method.returnType();
        }
        if (Modifier.isStatic(method.modifiers()) && !Modifier.isStatic(called.modifiers())) {
            return called + " must be static, because " + method + " is";
        }
        if (Modifier.isAbstract(called.modifiers())) {
            return called + " is abstract";
        }
        return called.name().equals(method.name()) && called.descriptor().equals(method.descriptor())
                ? called + " is the locked method itself"
                : null;
    }
}
