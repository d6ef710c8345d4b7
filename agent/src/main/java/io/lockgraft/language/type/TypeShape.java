package io.lockgraft.language.type;

import java.util.ArrayList;
import java.util.List;

/** A class as far as a rule can see it: its name, what it extends, and what it declares itself. */
public final class TypeShape {
    private final String name;
    private final int modifiers;
    private final int version;
    private final String superName;
    private final List<String> interfaceNames;
    private final List<AnnotationShape> annotations;
    private final List<MethodShape> methods;
    private final List<FieldShape> fields;
    private final String signature;

    public TypeShape(
            String name,
            int modifiers,
            int version,
            String superName,
            List<String> interfaceNames,
            List<AnnotationShape> annotations,
            List<MethodShape> methods,
            List<FieldShape> fields,
            String signature) {
        this.name = name;
        this.modifiers = modifiers;
        this.version = version;
        this.superName = superName;
        this.interfaceNames = interfaceNames;
        this.annotations = annotations;
        this.methods = methods;
        this.fields = fields;
        this.signature = signature;
    }

    /** Returns this class with these shapes of its methods. */
    public TypeShape with(List<MethodShape> shapes) {
        return new TypeShape(
                name, modifiers, version, superName, interfaceNames, annotations, shapes, fields, signature);
    }

    /** The binary name. */
    public String name() {
        return name;
    }

    /** The flags as in the class file; for a nested class those of the InnerClasses attribute. */
    public int modifiers() {
        return modifiers;
    }

    /** The major version of the class file, 0 where the shape was not read from one. */
    public int version() {
        return version;
    }

    /** The binary name of the super class; null for java.lang.Object. */
    public String superName() {
        return superName;
    }

    public List<String> interfaceNames() {
        return interfaceNames;
    }

    /** The super class, if there is one, and the interfaces. */
    public List<String> superNames() {
        List<String> names = new ArrayList<>(interfaceNames);
        if (superName != null) {
            names.add(0, superName);
        }
        return names;
    }

    /**
     * Returns the annotations, those that are only in the class file included. Empty if the shape was not read from
     * one.
     */
    public List<AnnotationShape> annotations() {
        return annotations;
    }

    /**
     * Returns the methods that the class declares itself, private and synthetic ones too, in the order of the class
     * file.
     */
    public List<MethodShape> methods() {
        return methods;
    }

    public List<FieldShape> fields() {
        return fields;
    }

    /** The generic signature as in the class file, or null. */
    public String signature() {
        return signature;
    }
}
