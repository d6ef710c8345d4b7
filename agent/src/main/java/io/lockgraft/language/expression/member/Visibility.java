package io.lockgraft.language.expression.member;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeNames;
import io.lockgraft.language.type.TypeShape;
import java.lang.reflect.Modifier;

/** What an expression may use of a class. */
public final class Visibility {
    private Visibility() {}

    static boolean isRecord(TypeShape type) {
        return "java.lang.Record".equals(type.superName());
    }

    /**
     * Whether the class may be used at all, and what is not public in it: of the JDK only its public face, because
     * nothing opens the rest and it differs from one JDK to the next.
     */
    public static boolean isOpen(TypeShape declaring, int modifiers) {
        String name = declaring.name();
        if (TypeNames.isJdk(name)) {
            return Modifier.isPublic(declaring.modifiers()) && Modifier.isPublic(modifiers);
        }
        return !name.startsWith("jdk.") && !name.startsWith("sun.") && !name.startsWith("com.sun.proxy.");
    }

    public static boolean isInstance(MethodShape method) {
        return !method.isStatic() && !method.isSynthetic();
    }
}
