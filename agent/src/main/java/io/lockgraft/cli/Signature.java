package io.lockgraft.cli;

import io.lockgraft.language.type.MethodShape;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** A method as its source declares it: {@code public final void payOrder(com.shop.PayDto dto) throws IOException}. */
final class Signature {
    private static final int VARARGS = 0x0080;

    private Signature() {}

    static String of(MethodShape method) {
        String modifiers = Modifier.toString(method.modifiers() & Modifier.methodModifiers());
        StringJoiner parameters = new StringJoiner(", ", method.name() + '(', ")");
        List<String> types = method.parameterTypes();
        List<String> names = method.parameterNames();
        for (int i = 0; i < types.size(); i++) {
            boolean varargs = i == types.size() - 1 && (method.modifiers() & VARARGS) != 0;
            parameters.add(parameterType(types.get(i), varargs) + (names.isEmpty() ? "" : ' ' + names.get(i)));
        }
        String exceptions = method.exceptions().isEmpty() ? "" : " throws " + types(method.exceptions());
        return (modifiers.isEmpty() ? "" : modifiers + ' ') + type(method.returnType()) + ' ' + parameters + exceptions;
    }

    /** The method as a pattern names it behind its class: {@code payOrder(com.shop.PayDto, int)}. */
    static String pattern(MethodShape method) {
        return method.name() + '(' + types(method.parameterTypes()) + ')';
    }

    private static String types(List<String> names) {
        return names.stream().map(Signature::type).collect(Collectors.joining(", "));
    }

    private static String parameterType(String type, boolean varargs) {
        return varargs && type.endsWith("[]") ? type(type.substring(0, type.length() - 2)) + "..." : type(type);
    }

    /**
     * Shortens a type of java.lang to its simple name. Other packages stay, because two of them may have the same
     * class.
     */
    private static String type(String name) {
        return name.startsWith("java.lang.") && name.indexOf('.', "java.lang.".length()) < 0
                ? name.substring("java.lang.".length())
                : name;
    }
}
