package io.lockgraft.cli;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.language.pattern.Ancestors;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import java.lang.reflect.Modifier;
import java.util.List;

/**
 * Knows of a pattern that it names an interface which no class on the class path implements, and what to name instead.
 * Spring Data, MyBatis and others make a proxy of such an interface, and the proxy's code is their own.
 */
final class ProxiedInterface {
    private static final int NEAREST = 3;

    private final MethodPattern pattern;
    private final ClassPath application;

    ProxiedInterface(MethodPattern pattern, ClassPath application) {
        this.pattern = pattern;
        this.application = application;
    }

    /** A sentence; null where the pattern names no such interface, or no method of it. */
    String told() {
        for (String name : pattern.typeNames()) {
            TypeShape type = application.has(name) ? application.find(name) : null;
            if (type != null) {
                return Modifier.isInterface(type.modifiers()) && !isImplemented(name) ? told(type) : null;
            }
        }
        return null;
    }

    private String told(TypeShape type) {
        MethodShape inherited = pattern.isDeclaredBy(type) ? null : new Ancestors(type, application).inherited(pattern);
        List<String> callers = new Callers(type, pattern).in(application);
        if (callers.isEmpty() && inherited == null && !pattern.isDeclaredBy(type)) {
            return null;
        }
        String from = inherited == null ? "" : type.name() + " inherits it from " + inherited.owner() + ", and ";
        String what = from + "no class on the class path implements " + type.name()
                + ". A framework makes a proxy of such an interface at run time (Spring Data, MyBatis), and a proxy"
                + " cannot be locked. ";
        if (callers.isEmpty()) {
            return what + "Name a method that calls it; on the class path none does";
        }
        int others = callers.size() - NEAREST;
        return what + "Name a method that calls it: "
                + String.join(", ", callers.subList(0, Math.min(NEAREST, callers.size())))
                + (others > 0 ? " (and " + others + " more)" : "");
    }

    private boolean isImplemented(String name) {
        for (String each : application.classNames()) {
            TypeShape type = each.equals(name) ? null : application.find(each);
            if (type != null && !Modifier.isInterface(type.modifiers()) && isBelow(type)) {
                return true;
            }
        }
        return false;
    }

    /** Or may be: one of those above it cannot be read. */
    private boolean isBelow(TypeShape type) {
        Ancestors above = new Ancestors(type, application);
        return above.unread() != null || above.names().stream().anyMatch(pattern::namesType);
    }
}
