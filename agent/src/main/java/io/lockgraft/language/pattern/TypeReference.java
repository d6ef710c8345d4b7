package io.lockgraft.language.pattern;

/** A parameter's or return type in a pattern: {@code PayDto}, {@code com.shop.PayDto[]}, {@code *}. */
final class TypeReference {
    private final NamePattern name;
    private final int dimensions;

    TypeReference(NamePattern name, int dimensions) {
        this.name = name;
        this.dimensions = dimensions;
    }

    /** Whether it takes this type, written as {@link io.lockgraft.language.type.MethodShape} writes types. */
    boolean matches(String type) {
        if (dimensions == 0 && name.toString().equals("*")) {
            return true;
        }
        String element = type;
        for (int i = 0; i < dimensions; i++) {
            if (!element.endsWith("[]")) {
                return false;
            }
            element = element.substring(0, element.length() - 2);
        }
        return !element.endsWith("[]") && name.matches(element);
    }
}
