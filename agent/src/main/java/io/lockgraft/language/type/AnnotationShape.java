package io.lockgraft.language.type;

import java.util.Map;

/** An annotation of a method or a class: its type, and what is written in it. */
public final class AnnotationShape {
    private final String name;
    private final Map<String, AttributeValue> values;

    public AnnotationShape(String name, Map<String, AttributeValue> values) {
        this.name = name;
        this.values = values;
    }

    /** The binary name of its type. */
    public String name() {
        return name;
    }

    /** The attribute as it is written; null where it is left to its default, or where there is none of this name. */
    public AttributeValue value(String attribute) {
        return values.get(attribute);
    }
}
