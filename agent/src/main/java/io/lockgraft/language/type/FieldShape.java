package io.lockgraft.language.type;

/** A field as far as a rule can see it. */
public final class FieldShape {
    private final String name;
    private final String type;
    private final int modifiers;
    private final String signature;

    public FieldShape(String name, String type, int modifiers, String signature) {
        this.name = name;
        this.type = type;
        this.modifiers = modifiers;
        this.signature = signature;
    }

    public String name() {
        return name;
    }

    /** The erased type, as {@link MethodShape} writes types. */
    public String type() {
        return type;
    }

    public int modifiers() {
        return modifiers;
    }

    /** The generic signature as in the class file, or null. */
    public String signature() {
        return signature;
    }
}
