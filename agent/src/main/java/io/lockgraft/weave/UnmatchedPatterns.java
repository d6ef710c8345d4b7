package io.lockgraft.weave;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.language.type.loader.PlatformLoader;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Log;
import io.lockgraft.weave.loaders.LoadedNames;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The patterns that have matched nothing so far: asks loaders for what they may mean, and says why they have not. */
final class UnmatchedPatterns {
    /** A rules file may name a thousand classes of other applications, and a JVM have a thousand loaders. */
    private static final int MOST_QUESTIONS = 10_000;

    private final Instrumentation instrumentation;
    private final Weaver weaver;
    private final Coverage coverage;

    UnmatchedPatterns(Instrumentation instrumentation, Weaver weaver, Coverage coverage) {
        this.instrumentation = instrumentation;
        this.weaver = weaver;
        this.coverage = coverage;
    }

    /** Of each rule that has any, in the order of the file, the patterns with why they have matched nothing. */
    Map<Rule, Map<String, String>> told() {
        LoadedNames names = new LoadedNames(application());
        Map<Rule, Map<String, String>> told = new LinkedHashMap<>();
        for (Rule rule : weaver.rules.rules()) {
            Map<String, String> unmatched = coverage.of(rule.name()).unmatched();
            for (MethodPattern pattern : rule.patterns()) {
                String text = pattern.toString();
                if (unmatched.containsKey(text) && unmatched.get(text) == null) {
                    unmatched.put(text, why(pattern, names));
                }
            }
            if (!unmatched.isEmpty()) {
                told.put(rule, unmatched);
            }
        }
        return told;
    }

    private static String why(MethodPattern pattern, LoadedNames names) {
        return pattern.typeNames().isEmpty() || names.has(pattern.typeNames())
                ? "no loaded class has a method that it takes"
                : "no class " + pattern.typeNames().get(0) + " was loaded"
                        + names.didYouMean(pattern.typeNames().get(0));
    }

    /**
     * Judges the classes that patterns name and that are not loaded yet, as the start does with those of the class
     * path: here by the files that the loaders of the application's other classes hand out. What is there need not be
     * told as missing, and what does not fit is told before the first call.
     */
    void judgeUnloaded() {
        Set<ClassLoader> loaders = loaders();
        int questions = 0;
        for (Rule rule : weaver.rules.rules()) {
            Map<String, String> unmatched = coverage.of(rule.name()).unmatched();
            for (MethodPattern pattern : rule.patterns()) {
                if (pattern.exactClass() != null && unmatched.containsKey(pattern.toString())) {
                    questions += loaders.size();
                    if (questions > MOST_QUESTIONS) {
                        return;
                    }
                    if (!judge(pattern.exactClass(), loaders)) {
                        judge(pattern.className(), loaders);
                    }
                }
            }
        }
    }

    /** By the first loader that has it: others find it there, or have the same. False where none has. */
    private boolean judge(String name, Set<ClassLoader> loaders) {
        for (ClassLoader loader : loaders) {
            byte[] bytes = weaver.hasSeen(loader, name) ? null : LoaderTypes.ofLoader(loader, name);
            if (bytes != null) {
                try {
                    weaver.planner.judge(loader, bytes);
                } catch (RuntimeException unreadable) {
                    Log.warn("the class file of " + name + " cannot be read: " + unreadable.getMessage());
                }
                return true;
            }
        }
        return false;
    }

    /** Those of the application's classes, without the loaders that the JDK makes for calls by reflection. */
    private Set<ClassLoader> loaders() {
        Set<ClassLoader> loaders = Collections.newSetFromMap(new IdentityHashMap<ClassLoader, Boolean>());
        for (Class<?> each : application()) {
            if (!each.getClassLoader().getClass().getName().endsWith(".DelegatingClassLoader")) {
                loaders.add(each.getClassLoader());
            }
        }
        return loaders;
    }

    /** The classes of the application that are loaded now: neither the JDK's nor our own. */
    private List<Class<?>> application() {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            ClassLoader loader = each.getClassLoader();
            if (loader != null && loader != PlatformLoader.get() && !weaver.isOwn(loader) && !each.isArray()) {
                classes.add(each);
            }
        }
        return classes;
    }
}
