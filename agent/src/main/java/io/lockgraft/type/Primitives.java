package io.lockgraft.type;

import java.util.HashMap;
import java.util.Map;

/** The eight primitive types and their boxes, by the names that shapes write. */
public final class Primitives {
    private static final Map<String, String> BOXES = new HashMap<>();
    private static final Map<String, String> OF_BOX = new HashMap<>();

    static {
        add("boolean", "java.lang.Boolean");
        add("byte", "java.lang.Byte");
        add("short", "java.lang.Short");
        add("char", "java.lang.Character");
        add("int", "java.lang.Integer");
        add("long", "java.lang.Long");
        add("float", "java.lang.Float");
        add("double", "java.lang.Double");
    }

    private Primitives() {}

    private static void add(String primitive, String box) {
        BOXES.put(primitive, box);
        OF_BOX.put(box, primitive);
    }

    public static boolean contain(String type) {
        return BOXES.containsKey(type);
    }

    /** The box of a primitive; another type itself. */
    public static String boxed(String type) {
        return BOXES.getOrDefault(type, type);
    }

    /** The primitive of a box; another type itself. */
    public static String unboxed(String type) {
        return OF_BOX.getOrDefault(type, type);
    }
}
