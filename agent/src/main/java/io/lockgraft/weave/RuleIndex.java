package io.lockgraft.weave;

import io.lockgraft.pattern.MethodPattern;
import io.lockgraft.pattern.Unlockable;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells by a class's name alone that no rule can mean it. Every class that the JVM loads passes here, and nearly all of
 * them end here: no string is built for those.
 */
final class RuleIndex {
    private final Set<String> names = new HashSet<>();
    private final String[] packages;
    private final boolean everywhere;

    RuleIndex(Rules rules) {
        List<String> fixed = new ArrayList<>();
        boolean open = false;
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                if (pattern.exactClass() != null) {
                    for (String name : pattern.exactClasses()) {
                        names.add(name.replace('.', '/'));
                    }
                } else if (pattern.fixedPackage().isEmpty()) {
                    open = true;
                } else {
                    fixed.add(pattern.fixedPackage().replace('.', '/'));
                }
            }
        }
        packages = fixed.toArray(new String[0]);
        everywhere = open;
    }

    /** Whether a rule may mean the class of this internal name. */
    boolean mayMean(String internalName) {
        if (names.contains(internalName)) {
            return true;
        }
        for (String prefix : packages) {
            if (internalName.startsWith(prefix)) {
                return true;
            }
        }
        return everywhere && !isOfJdk(internalName);
    }

    private static boolean isOfJdk(String internalName) {
        return internalName.startsWith("java/")
                || internalName.startsWith("sun/")
                || internalName.startsWith("jdk/")
                || Unlockable.isOfJdk(internalName.replace('/', '.'));
    }
}
