package io.lockgraft.language.expression.member;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeNames;
import io.lockgraft.language.type.TypeShape;
import java.lang.reflect.Modifier;

/** Says which members of a class an expression may use. */
public final class Visibility {
    private Visibility() {}

    static boolean isRecord(TypeShape type) {
        return "java.lang.Record".equals(type.superName());
    }

    /**
     * True if an expression may use a member of this class with these modifiers. Of the JDK it may use only what is
     * public, because nothing opens the rest and it differs from one JDK to the next.
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
