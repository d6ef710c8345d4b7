package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.Hierarchy;
import io.lockgraft.language.expression.member.StaticType;
import io.lockgraft.language.expression.value.JvmBoundTypes;
import io.lockgraft.language.expression.value.KeyText;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeNames;
import io.lockgraft.language.type.TypeShape;
import java.lang.reflect.Modifier;
import java.util.Collections;

/** Says which types have a text that a key can be made of; see {@link KeyText} for the text. */
public final class TextRule {
    private static final String[] SEVERAL_TYPES = {
        "java.lang.Iterable", "java.util.Map", "java.util.Iterator", "java.util.stream.BaseStream"
    };
    private static final String[] KNOWN = {
        "java.lang.CharSequence", "java.lang.Number", "java.lang.Enum", "java.util.Date", "java.util.Calendar",
    };

    private TextRule() {}

    /**
     * Why a value of this type cannot be a part of a key, or null. Where only the value tells, it is asked at the call.
     */
    public static String problem(StaticType type, Scope scope) {
        Hierarchy hierarchy = scope.hierarchy;
        if (type.is("null")) {
            return "null has no text";
        }
        if (type.isPrimitive() || type.isDynamic() || type.is("byte[]") || hierarchy.isAny(type, KNOWN)) {
            return null;
        }
        if (isWrapper(type)) {
            return problem(type.argument(0), scope);
        }
        if (type.isArray()
                || hierarchy.isAny(type, SEVERAL_TYPES) && !hierarchy.isSubtype(type, "java.nio.file.Path")) {
            return type + KeyText.SEVERAL;
        }
        TypeShape shape = hierarchy.shape(type.name());
        if (shape == null) {
            return "class " + type.name() + " cannot be found";
        }
        boolean open = Modifier.isInterface(shape.modifiers()) || Modifier.isAbstract(shape.modifiers());
        TypeShape declaring = declaringText(type, hierarchy);
        boolean jdk = TypeNames.isOfJdk(open || declaring == null ? type.name() : declaring.name());
        for (String each : jdk ? JvmBoundTypes.names() : Collections.<String>emptySet()) {
            if (hierarchy.isSubtype(type, each)) {
                return JvmBoundTypes.problem(type.name(), each);
            }
        }
        if (open || declaring != null || hierarchy.firstMissing(type) != null) {
            return null;
        }
        String names = scope.properties.told(type, "id");
        return type + " has no text of its own; name a property of it" + (names.isEmpty() ? "" : ": " + names);
    }

    /** Refuses a value of this type where a text is needed. */
    public static void require(StaticType type, Scope scope) throws BindException {
        String problem = problem(type, scope);
        if (problem != null) {
            throw new BindException(problem);
        }
    }

    /** True if a value of this type can be of that one: only a final class that is not one of it rules it out. */
    static boolean mayBe(StaticType type, String target, Hierarchy hierarchy) {
        TypeShape shape = type.isArray() || type.isPrimitive() ? null : hierarchy.shape(type.name());
        return shape != null && !Modifier.isFinal(shape.modifiers()) || hierarchy.isSubtype(type, target);
    }

    /**
     * True if only the value at the call shows whether it has a text: its type is Object, an interface or abstract, and
     * promises none.
     */
    public static boolean isOpen(StaticType type, Scope scope) {
        Hierarchy hierarchy = scope.hierarchy;
        if (type.isDynamic() || type.isPrimitive() || type.isArray() || hierarchy.isAny(type, KNOWN)) {
            return type.isDynamic();
        }
        if (isWrapper(type)) {
            return isOpen(type.argument(0), scope);
        }
        TypeShape shape = hierarchy.shape(type.name());
        return shape != null
                && Modifier.isAbstract(shape.modifiers())
                && declaringText(type, hierarchy) == null
                && hierarchy.firstMissing(type) == null;
    }

    private static boolean isWrapper(StaticType type) {
        return type.is("java.util.Optional") || type.is("java.util.concurrent.atomic.AtomicReference");
    }

    /** Refuses {@code a.toString()} where it is no text for a key; unlike a key's part it may be that of many. */
    static void requireSaid(StaticType type, Scope scope) throws BindException {
        if (type.isArray() || !scope.hierarchy.isAny(type, SEVERAL_TYPES)) {
            require(type, scope);
        }
    }

    /** The class that a value of this type has its text from; null where that is Object, or none that can be found. */
    private static TypeShape declaringText(StaticType type, Hierarchy hierarchy) {
        for (Hierarchy.Level level : hierarchy.levels(type)) {
            for (MethodShape each : level.shape.methods()) {
                if (each.name().equals("toString")
                        && each.parameterTypes().isEmpty()
                        && !level.shape.name().equals("java.lang.Object")) {
                    return level.shape;
                }
            }
        }
        return null;
    }
}
