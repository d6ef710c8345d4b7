package io.lockgraft.language.type;

import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.Map;

/** The eight primitive types and their boxes, by the names that shapes write; and void. */
public final class Primitives {
    private static final Map<String, Class<?>> TYPES = new HashMap<>();
    private static final Map<String, String> BOXES = new HashMap<>();
    private static final Map<String, String> OF_BOX = new HashMap<>();

    static {
        Class<?>[] all = {
            boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class
        };
        for (Class<?> primitive : all) {
            String box =
                    Array.get(Array.newInstance(primitive, 1), 0).getClass().getName();
            TYPES.put(primitive.getName(), primitive);
            BOXES.put(primitive.getName(), box);
            OF_BOX.put(box, primitive.getName());
        }
        TYPES.put("void", void.class);
    }

    private Primitives() {}

    public static boolean contain(String type) {
        return BOXES.containsKey(type);
    }

    /** The class of a primitive or of void; null for another type. */
    public static Class<?> load(String type) {
        return TYPES.get(type);
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
