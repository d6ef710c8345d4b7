package io.lockgraft.cli;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.Mismatch;
import io.lockgraft.language.pattern.PatternMatch;
import io.lockgraft.language.pattern.Unlockable;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Collects which methods one pattern takes, and says why where there are none. */
final class PatternFindings {
    final MethodPattern pattern;
    /** Methods that it means by name and that cannot be locked, a sentence each. */
    private final List<String> unlockable = new ArrayList<>();

    private int count;

    PatternFindings(MethodPattern pattern) {
        this.pattern = pattern;
    }

    /** Returns the number of methods that the pattern matches. */
    int count() {
        return count;
    }

    /** The methods of this class that the pattern locks. */
    List<MethodShape> in(TypeShape type, ClassPath application) {
        PatternMatch match = PatternMatch.of(pattern, type, application);
        count += match.methods().size();
        for (MethodShape method : match.refused()) {
            unlockable.add(method + " " + match.reason(type, method));
        }
        return match.methods();
    }

    /** Why the pattern locks nothing, or not all that it names, a sentence each; empty where it does. */
    List<String> mistakes(ClassPath application) {
        if (count > 0 || namesProxy(application)) {
            return unlockable;
        }
        String proxied = new ProxiedInterface(pattern, application).told();
        if (proxied != null) {
            return Collections.singletonList(Mismatch.told(pattern, proxied));
        }
        return unlockable.isEmpty() ? Collections.singletonList(Mismatch.told(pattern, why(application))) : unlockable;
    }

    /** Returns a warning about a pattern that has no mistake: a sentence, or null. */
    String warning(ClassPath application) {
        if (!namesProxy(application)) {
            return null;
        }
        String behind = Unlockable.behindProxy(pattern.exactClass());
        return pattern
                + " names a class that a framework makes at run time: whether the rule locks anything shows only then."
                + " Name the method behind the proxy instead"
                + (behind == null ? "" : ", " + behind + '.' + pattern.methodName());
    }

    private boolean namesProxy(ClassPath application) {
        return pattern.exactClass() != null
                && Unlockable.isProxy(pattern.exactClass())
                && !application.has(pattern.exactClass());
    }

    private String why(ClassPath application) {
        for (String name : pattern.typeNames()) {
            if (application.has(name)) {
                TypeShape type = application.find(name);
                if (type == null) {
                    return "the class file of " + name + " cannot be read";
                }
                return pattern.takesSubtypes() && pattern.isDeclaredBy(type)
                        ? Mismatch.among(application.classNames(), pattern)
                        : Mismatch.inClass(pattern, type, application);
            }
        }
        return Mismatch.among(application.classNames(), pattern);
    }
}
