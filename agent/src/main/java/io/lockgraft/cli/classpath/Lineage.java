package io.lockgraft.cli.classpath;

import io.lockgraft.language.pattern.MethodPattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells by the heads of class files that a class is no subtype of what a pattern names. A head takes a fraction of the
 * time of a shape, and most classes of an application end here.
 */
public final class Lineage {
    private final ClassPath application;
    private final Map<String, List<String>> parents = new HashMap<>();
    private final Map<MethodPattern, Map<String, Boolean>> reached = new HashMap<>();

    public Lineage(ClassPath application) {
        this.application = application;
    }

    /** Whether the class, or one above it, has a name that the pattern means; true where a file does not read. */
    public boolean reaches(String className, MethodPattern pattern) {
        return reaches(className, pattern, reached.computeIfAbsent(pattern, none -> new HashMap<>()));
    }

    private boolean reaches(String className, MethodPattern pattern, Map<String, Boolean> known) {
        // A class that is its own ancestor is asked once; no JVM would load it.
        Boolean before = known.putIfAbsent(className, false);
        if (before != null) {
            return before;
        }
        boolean reaches = pattern.namesType(className) || anyReaches(parents(className), pattern, known);
        known.put(className, reaches);
        return reaches;
    }

    private boolean anyReaches(List<String> above, MethodPattern pattern, Map<String, Boolean> known) {
        if (above == null) {
            return true;
        }
        for (String each : above) {
            if (reaches(each, pattern, known)) {
                return true;
            }
        }
        return false;
    }

    private List<String> parents(String className) {
        if (!parents.containsKey(className)) {
            parents.put(className, application.parents(className));
        }
        return parents.get(className);
    }
}
