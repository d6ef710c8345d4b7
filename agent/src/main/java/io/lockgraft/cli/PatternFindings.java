package io.lockgraft.cli;

import io.lockgraft.pattern.MethodPattern;
import io.lockgraft.pattern.Mismatch;
import io.lockgraft.pattern.PatternMatch;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Collects which methods one pattern takes, and says why where there are none. */
final class PatternFindings {
    private final MethodPattern pattern;
    /** Methods that it means by name and that cannot be locked, a sentence each. */
    private final List<String> unlockable = new ArrayList<>();

    private int count;

    PatternFindings(MethodPattern pattern) {
        this.pattern = pattern;
    }

    MethodPattern pattern() {
        return pattern;
    }

    /** How many methods it takes. */
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

    List<String> notes() {
        return pattern.hints();
    }

    /** Why the pattern locks nothing, or not all that it names, a sentence each; empty where it does. */
    List<String> mistakes(ClassPath application) {
        if (count > 0 || !unlockable.isEmpty()) {
            return unlockable;
        }
        return Collections.singletonList(Mismatch.told(pattern, why(application)));
    }

    private String why(ClassPath application) {
        for (String name : pattern.exactClasses()) {
            if (application.has(name)) {
                TypeShape type = application.find(name);
                return type == null
                        ? "the class file of " + name + " cannot be read"
                        : Mismatch.inClass(pattern, type, application);
            }
        }
        return Mismatch.among(application.classNames(), pattern);
    }
}
