package io.lockgraft.language.pattern;

import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;

/** Interfaces of which it is sure that a framework implements them as it runs: their calls come to a proxy. */
public final class ProxyInterface {
    private ProxyInterface() {}

    /** Why no class that a {@code +} could mean has a body for this pattern: a sentence; null where one may have. */
    public static String told(MethodPattern pattern, TypeShape type, TypeSource types) {
        if (!pattern.takesSubtypes()
                || !pattern.typeNames().contains(type.name())
                || !Modifier.isInterface(type.modifiers())) {
            return null;
        }
        String kind = kind(type, types, new HashSet<String>());
        return kind == null
                ? null
                : type.name() + " is " + kind
                        + ": the framework makes a proxy of it at run time, which cannot be locked."
                        + " Name a method that calls it, or the class of yours that implements it";
    }

    private static String kind(TypeShape type, TypeSource types, Set<String> seen) {
        if (type.annotations().contains("org.springframework.data.repository.RepositoryDefinition")) {
            return "a Spring Data repository";
        }
        if (type.annotations().contains("org.apache.ibatis.annotations.Mapper")) {
            return "a MyBatis mapper";
        }
        for (String above : type.interfaceNames()) {
            if (above.startsWith("org.springframework.data.") && above.endsWith("Repository")) {
                return "a Spring Data repository";
            }
            if (above.equals("com.baomidou.mybatisplus.core.mapper.BaseMapper")) {
                return "a MyBatis mapper";
            }
            TypeShape parent = seen.add(above) && !Unlockable.isOfJdk(above) ? types.find(above) : null;
            String kind = parent == null ? null : kind(parent, types, seen);
            if (kind != null) {
                return kind;
            }
        }
        return null;
    }
}
