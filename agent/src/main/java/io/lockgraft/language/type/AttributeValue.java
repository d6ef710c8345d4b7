package io.lockgraft.language.type;

import java.lang.reflect.Array;

/**
 * The value of an attribute of an annotation: a String, a number, a boolean or a char; the name of an enum's constant;
 * the binary name of a class. An array of exactly one element is that element. Everything else is known only by its
 * kind.
 */
public final class AttributeValue {
    public static final AttributeValue ANNOTATION = new AttributeValue(null, "an annotation");

    private final Object constant;
    private final String kind;

    private AttributeValue(Object constant, String kind) {
        this.constant = constant;
        this.kind = kind;
    }

    /** @param value as reflection has it, or an element that has been read already */
    public static AttributeValue of(Object value) {
        if (value instanceof AttributeValue) {
            return (AttributeValue) value;
        }
        if (value.getClass().isArray()) {
            int length = Array.getLength(value);
            String many = length == 0 ? "an empty array" : "an array of " + length + " elements";
            return length == 1 ? of(Array.get(value, 0)) : new AttributeValue(null, many);
        }
        if (value instanceof Class) {
            return new AttributeValue(((Class<?>) value).getTypeName(), null);
        }
        if (value instanceof Enum) {
            return new AttributeValue(((Enum<?>) value).name(), null);
        }
        boolean constant = value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Character;
        return constant ? new AttributeValue(value, null) : ANNOTATION;
    }

    /** A String, or a number, boolean or char in its box; null where it is none. */
    public Object constant() {
        return constant;
    }

    /** Names the kind of a value that is no constant, for messages. */
    public String kind() {
        return kind;
    }
}
