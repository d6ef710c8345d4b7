package io.lockgraft.language.type.loader;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;

/**
 * Writes generic signatures of loaded members as their class file has them: reflection keeps the text
 * to itself. Null where a member is not generic, or where its signature names what cannot be loaded.
 */
final class GenericSignature {
    private GenericSignature() {}

    /** @param member a field, a method or a class */
    static String of(AnnotatedElement member) {
        try {
            StringBuilder text = new StringBuilder();
            if (member instanceof GenericDeclaration) {
                formals(((GenericDeclaration) member).getTypeParameters(), text);
            }
            boolean generic = text.length() > 0;
            if (member instanceof Method) {
                generic |= writeAll(text.append('('), ((Method) member).getGenericParameterTypes());
                generic |= writeAll(text.append(')'), ((Method) member).getGenericReturnType());
            } else if (member instanceof Class) {
                Type above = ((Class<?>) member).getGenericSuperclass();
                generic |= writeAll(text, above == null ? Object.class : above);
                generic |= writeAll(text, ((Class<?>) member).getGenericInterfaces());
            } else {
                generic = writeAll(text, ((Field) member).getGenericType());
            }
            return generic ? text.toString() : null;
        } catch (RuntimeException | LinkageError unreadable) {
            return null;
        }
    }

    /** Writes the types. Returns true if one of them is generic. */
    private static boolean writeAll(StringBuilder text, Type... types) {
        boolean generic = false;
        for (Type each : types) {
            generic |= !(each instanceof Class);
            write(each, text);
        }
        return generic;
    }

    private static void formals(TypeVariable<?>[] variables, StringBuilder text) {
        text.append(variables.length == 0 ? "" : "<");
        for (TypeVariable<?> each : variables) {
            text.append(each.getName());
            for (Type bound : each.getBounds()) {
                write(bound, text.append(':'));
            }
        }
        text.append(variables.length == 0 ? "" : ">");
    }

    private static StringBuilder write(Type type, StringBuilder text) {
        if (type instanceof Class) {
            return text.append(net.bytebuddy.jar.asm.Type.getDescriptor((Class<?>) type));
        }
        if (type instanceof GenericArrayType) {
            return write(((GenericArrayType) type).getGenericComponentType(), text.append('['));
        }
        if (type instanceof TypeVariable) {
            return text.append('T').append(((TypeVariable<?>) type).getName()).append(';');
        }
        if (type instanceof WildcardType) {
            WildcardType wildcard = (WildcardType) type;
            if (wildcard.getLowerBounds().length > 0) {
                return write(wildcard.getLowerBounds()[0], text.append('-'));
            }
            Type bound = wildcard.getUpperBounds()[0];
            return bound == Object.class ? text.append('*') : write(bound, text.append('+'));
        }
        ParameterizedType generic = (ParameterizedType) type;
        String name = ((Class<?>) generic.getRawType()).getName().replace('.', '/');
        text.append('L').append(name).append('<');
        for (Type each : generic.getActualTypeArguments()) {
            write(each, text);
        }
        return text.append(">;");
    }
}
