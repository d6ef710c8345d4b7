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
 * Tells of a class that no rule can mean it. Every class that the JVM loads passes here, and nearly all of them end at
 * their name: no string is built for those.
 */
final class RuleIndex {
    private final Rules rules;
    private final Set<String> names = new HashSet<>();
    private final Set<String> binaryNames = new HashSet<>();
    private final List<MethodPattern> wild = new ArrayList<>();
    private final String[] packages;
    private final boolean everywhere;
    private final Parents parents = new Parents();

    RuleIndex(Rules rules) {
        this.rules = rules;
        List<String> fixed = new ArrayList<>();
        boolean open = false;
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                if (pattern.exactClass() != null) {
                    for (String name : pattern.exactClasses()) {
                        names.add(name.replace('.', '/'));
                        binaryNames.add(name);
                    }
                    continue;
                }
                wild.add(pattern);
                if (pattern.fixedPackage().isEmpty()) {
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
        return names.contains(internalName) || isInPackage(internalName);
    }

    /** Whether every rule that may mean the class lets it run without its lock. */
    boolean failsOpen(String internalName) {
        String name = internalName.replace('/', '.');
        boolean open = true;
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                boolean may = pattern.takesSubtypes() || pattern.namesType(name);
                open &= rules.failOpen() || rule.failOpen() || !may;
            }
        }
        return open;
    }

    /** Whether the class's name is enough for a rule to mean it: it asks for no super type and no annotation. */
    boolean meansByName(String binaryName, ClassLoader loader) {
        if (binaryNames.contains(binaryName)) {
            return true;
        }
        if (wild.isEmpty() || isNeverWild(binaryName, loader)) {
            return false;
        }
        for (MethodPattern pattern : wild) {
            if (!pattern.wantsAnnotation() && pattern.namesType(binaryName)) {
                return true;
            }
        }
        return false;
    }

    /** A wildcard never means a proxy or a class of the JDK's loaders. */
    private static boolean isNeverWild(String binaryName, ClassLoader loader) {
        return loader == null
                || loader == Loaders.PLATFORM
                || Unlockable.isProxy(binaryName)
                || Unlockable.inClass(binaryName) != null;
    }

    private boolean isInPackage(String internalName) {
        for (String prefix : packages) {
            if (begins(internalName, prefix)) {
                return true;
            }
        }
        return everywhere && !isOfJdk(internalName);
    }

    /** A dot of a pattern, a slash here, may also be the dollar of a class whose name does not begin as classes do. */
    private static boolean begins(String internalName, String prefix) {
        if (internalName.length() < prefix.length()) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            char c = internalName.charAt(i);
            if (c != prefix.charAt(i) && (c != '$' || prefix.charAt(i) != '/')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOfJdk(String internalName) {
        return internalName.startsWith("java/")
                || internalName.startsWith("sun/")
                || internalName.startsWith("jdk/")
                || Unlockable.isOfJdk(internalName.replace('/', '.'));
    }

    /**
     * Whether a rule may mean the class, judged by its whole name, its ancestors and the annotations that it mentions.
     */
    boolean mayMean(String internalName, ClassLoader loader, byte[] bytes) {
        if (names.contains(internalName)) {
            return true;
        }
        String name = internalName.replace('/', '.');
        if (isNeverWild(name, loader)) {
            return false;
        }
        Header header = null;
        for (MethodPattern pattern : wild) {
            boolean named = pattern.namesType(name);
            if (named && !pattern.wantsAnnotation()) {
                return true;
            }
            if (named || pattern.takesSubtypes()) {
                header = header == null ? new Header(bytes) : header;
                if ((named || parents.reach(pattern, header, loader))
                        && (!pattern.wantsAnnotation() || header.mentionsAnnotation(pattern))) {
                    return true;
                }
            }
        }
        return false;
    }
}
