package io.lockgraft.language.type;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.jar.asm.Type;

/** Reads names of types. */
public final class TypeNames {
    private TypeNames() {}

    /** Returns the name for messages: no package, nested types with a dot. */
    public static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
    }

    /** The name of the class of this object. */
    public static String of(Object value) {
        return simple(value.getClass().getName());
    }

    /** Returns the names of types as shapes write them. */
    public static List<String> of(Type[] types) {
        List<String> names = new ArrayList<>();
        for (Type each : types) {
            names.add(each.getClassName());
        }
        return Collections.unmodifiableList(names);
    }

    /** Whether the JDK gives it to applications, which they may do with javax as well. */
    public static boolean isJdk(String name) {
        return name.startsWith("java.") || name.startsWith("javax.");
    }

    /** True if the class comes with the JVM, the part that no application names included. */
    public static boolean isOfJdk(String name) {
        return isJdk(name) || name.startsWith("jdk.") || name.startsWith("sun.");
    }
}
