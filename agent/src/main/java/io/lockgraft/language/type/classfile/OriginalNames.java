package io.lockgraft.language.type.classfile;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The parameter names of a class whose bytes, as the JVM hands them to the agent, have none: another agent has written
 * these bytes and left the names out. Its class file may have them.
 */
public final class OriginalNames {
    private static final String GONE = " are not in the bytes of its class that came to Lockgraft, ";

    private OriginalNames() {}

    /**
     * The same shape, where methods without parameter names have those of the method with the same name and descriptor
     * in the class file.
     *
     * @param original the class file as its loader hands it out, or null
     */
    public static TypeShape complete(TypeShape given, byte[] original) {
        TypeShape file = read(given, original);
        List<MethodShape> methods = new ArrayList<>();
        for (MethodShape method : given.methods()) {
            methods.add(method.lacksNames() ? complete(method, file) : method);
        }
        return given.with(Collections.unmodifiableList(methods));
    }

    private static MethodShape complete(MethodShape method, TypeShape file) {
        if (file == null) {
            return method.withoutNames(
                    GONE + "and its class file cannot be read (compiled without -g and -parameters, or"
                            + " another agent took them out)");
        }
        for (MethodShape each : file.methods()) {
            if (each.name().equals(method.name())
                    && each.descriptor().equals(method.descriptor())
                    && each.isStatic() == method.isStatic()) {
                return each.lacksNames() ? method : method.withNames(each.parameterNames());
            }
        }
        return method.withoutNames(GONE + "and its class file has no such method (another agent has made it)");
    }

    private static TypeShape read(TypeShape given, byte[] original) {
        try {
            TypeShape file = original == null ? null : ClassFiles.read(original);
            return file == null || !file.name().equals(given.name()) ? null : file;
        } catch (MalformedClassException unreadable) {
            return null;
        }
    }
}
