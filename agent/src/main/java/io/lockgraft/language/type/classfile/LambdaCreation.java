package io.lockgraft.language.type.classfile;

import java.util.List;

/** A place in a class where a lambda or a method reference becomes an object of an interface. */
public final class LambdaCreation {
    private final String type;
    private final String method;
    private final List<String> parameterTypes;
    private final List<String> erasedTypes;
    private final String reference;
    private final String place;

    LambdaCreation(
            String type,
            String method,
            List<String> parameterTypes,
            List<String> erasedTypes,
            String reference,
            String place) {
        this.type = type;
        this.method = method;
        this.parameterTypes = parameterTypes;
        this.erasedTypes = erasedTypes;
        this.reference = reference;
        this.place = place;
    }

    /** The interface, by binary name. */
    public String type() {
        return type;
    }

    /** The interface's method that is implemented. */
    public String method() {
        return method;
    }

    /** Its parameters' types, as far as the place tells them: those of a generic method are filled in. */
    public List<String> parameterTypes() {
        return parameterTypes;
    }

    /** Returns the types as the interface declares them. */
    public List<String> erasedTypes() {
        return erasedTypes;
    }

    /** The method that a reference means, with its class; null for a lambda. */
    public String reference() {
        return reference;
    }

    /** {@code line 42, in start}. */
    public String place() {
        return place;
    }
}
