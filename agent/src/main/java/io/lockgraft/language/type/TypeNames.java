package io.lockgraft.language.type;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.jar.asm.Type;

/** What the name of a type tells by itself. */
public final class TypeNames {
    private TypeNames() {}

    /** As a person says it: no package, nested types with a dot. */
    public static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
    }

    /** The name of the class of this object. */
    public static String of(Object value) {
        return simple(value.getClass().getName());
    }

    /** Of types, as shapes write them. */
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

    /** Whether the class comes with the JVM, the part of it that no application names included. */
    public static boolean isOfJdk(String name) {
        return isJdk(name) || name.startsWith("jdk.") || name.startsWith("sun.");
    }
}
