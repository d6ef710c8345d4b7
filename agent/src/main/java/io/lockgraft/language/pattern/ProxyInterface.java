package io.lockgraft.language.pattern;

import io.lockgraft.language.type.AnnotationShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

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
        String kind = kind(type, new Ancestors(type, types));
        return kind == null
                ? null
                : type.name() + " is " + kind
                        + ": the framework makes a proxy of it at run time, which cannot be locked."
                        + " Name a method that calls it, or the class of yours that implements it";
    }

    private static String kind(TypeShape type, Ancestors above) {
        List<AnnotationShape> annotations = new ArrayList<>(type.annotations());
        for (TypeShape each : above.shapes) {
            annotations.addAll(each.annotations());
        }
        List<String> marks = new ArrayList<>(above.names());
        for (AnnotationShape each : annotations) {
            marks.add(each.name());
        }
        for (String mark : marks) {
            if (mark.equals("org.springframework.data.repository.RepositoryDefinition")
                    || mark.startsWith("org.springframework.data.") && mark.endsWith("Repository")) {
                return "a Spring Data repository";
            }
            if (mark.equals("org.apache.ibatis.annotations.Mapper")
                    || mark.equals("com.baomidou.mybatisplus.core.mapper.BaseMapper")) {
                return "a MyBatis mapper";
            }
        }
        return null;
    }
}
