package io.lockgraft.weave.match;

import io.lockgraft.language.pattern.LambdaMatch;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.Unlockable;
import io.lockgraft.language.type.loader.ClassMap;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.language.type.loader.PlatformLoader;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.log.Log;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells of a class that no rule can mean it. Every class that the JVM loads passes here, and nearly all of them end at
 * their name: no string is built for those.
 */
public final class RuleIndex {
    private static final int MOST_UNREAD = 1000;

    private final Rules rules;
    /** Internal and binary names of the classes that are named without wildcards. */
    private final Set<String> names = new HashSet<>();

    private final List<MethodPattern> wild = new ArrayList<>();
    private final String[] packages;
    private boolean everywhere;
    private boolean subtypes;
    private boolean annotated;
    private final Parents parents = new Parents();

    /** The classes that no rule means, as far as it takes their class files to say so of a loaded one. */
    private final ClassMap<Boolean> unmeant = new ClassMap<>();

    /**
     * The classes of which it could not be known whether a {@code +} means them, each with the super type whose class
     * file could not be read as they were loaded.
     */
    private final Map<String, String> unread = new ConcurrentHashMap<>();

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean doubt = new AtomicBoolean();

    /** @param watched patterns of classes that are named without wildcards, beside those of the rules */
    public RuleIndex(Rules rules, List<MethodPattern> watched) {
        this.rules = rules;
        for (MethodPattern pattern : watched) {
            name(pattern);
        }
        List<String> fixed = new ArrayList<>();
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.patterns()) {
                if (pattern.exactClass() != null) {
                    name(pattern);
                    continue;
                }
                wild.add(pattern);
                subtypes |= pattern.takesSubtypes();
                annotated |= pattern.wantsAnnotation();
                if (pattern.fixedPackage().isEmpty()) {
                    everywhere = true;
                } else {
                    fixed.add(pattern.fixedPackage().replace('.', '/'));
                }
            }
        }
        packages = fixed.toArray(new String[0]);
    }

    private void name(MethodPattern pattern) {
        for (String name : pattern.exactClasses()) {
            names.add(name.replace('.', '/'));
            names.add(name);
        }
    }

    /** Whether a rule may mean the class of this internal name. */
    public boolean mayMean(String internalName) {
        return names.contains(internalName) || isInPackage(internalName);
    }

    /** Whether every rule that may mean the class lets it run without its lock. */
    public boolean failsOpen(String internalName) {
        String name = internalName.replace('/', '.');
        for (Rule rule : rules.rules()) {
            boolean open = rules.failOpen() || rule.failOpen();
            for (MethodPattern pattern : rule.patterns()) {
                if (!open && (pattern.takesSubtypes() || pattern.namesType(name))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether the class's name is enough for a rule to mean it: it asks for no super type and no annotation. */
    private boolean meansByName(String binaryName, ClassLoader loader) {
        for (MethodPattern pattern : wild(binaryName, loader)) {
            if (!pattern.wantsAnnotation() && pattern.namesType(binaryName)) {
                return true;
            }
        }
        return names.contains(binaryName);
    }

    /** The patterns with wildcards; none for a proxy or a class of the JDK's loaders, which a wildcard never means. */
    private List<MethodPattern> wild(String binaryName, ClassLoader loader) {
        boolean never = wild.isEmpty()
                || loader == null
                || loader == PlatformLoader.get()
                || Unlockable.isProxy(binaryName)
                || Unlockable.inClass(binaryName) != null;
        return never ? Collections.<MethodPattern>emptyList() : wild;
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

    /** Whether a rule may mean a class that is loaded: what it extends is known, the annotations in it are not. */
    public boolean mayMean(Class<?> loaded) {
        String name = loaded.getName();
        if (names.contains(name)) {
            return true;
        }
        for (MethodPattern pattern : wild(name, loaded.getClassLoader())) {
            if (Subtypes.take(pattern, loaded)) {
                return true;
            }
        }
        return false;
    }

    /** Whether its class file was looked through, and no rule means the class. */
    public boolean isUnmeant(Class<?> loaded) {
        return unmeant.get(loaded.getClassLoader(), loaded.getName()) != null;
    }

    /** Whether a class could not be judged since this was asked last. */
    public boolean takeDoubt() {
        return doubt.get() && doubt.getAndSet(false);
    }

    /** Where a class could not be judged: the super type that could not be read; else null. */
    public String unread(String binaryName) {
        return unread.get(binaryName);
    }

    /**
     * Whether a rule may mean the class, judged by its whole name, its ancestors and the annotations that it mentions.
     * What fails on the way concerns only the classes that a rule names: those of which nothing is known must load.
     */
    public boolean mayMean(String internalName, ClassLoader loader, byte[] bytes) {
        String name = internalName.replace('/', '.');
        boolean means;
        try {
            List<MethodPattern> patterns = wild(name, loader);
            Header header = subtypes && !patterns.isEmpty() ? learn(internalName, loader, bytes) : null;
            means = names.contains(name) || means(patterns, name, loader, bytes, header);
        } catch (RuntimeException | Error e) {
            if (meansByName(name, loader)) {
                throw e;
            }
            doubt.set(true);
            return false;
        }
        if (means && (subtypes || annotated)) {
            LoaderTypes.keep(loader, name, bytes);
        }
        return means;
    }

    /** Learns what a loaded class extends; false where no rule has a + that may mean it, or what it makes. */
    public boolean learn(Class<?> loaded) {
        boolean below = subtypes
                && !loaded.isArray()
                && !loaded.isPrimitive()
                && !wild(loaded.getName(), loaded.getClassLoader()).isEmpty();
        if (below) {
            parents.learn(loaded);
        }
        return below;
    }

    /** Whether a class file may make an object that a rule means by a lambda; false where it cannot be read. */
    public boolean makesLambda(ClassLoader loader, byte[] bytes) {
        try {
            Header header = new Header(bytes);
            for (MethodPattern pattern : wild) {
                if (LambdaMatch.mayTake(pattern) && parents.mayMakeLambda(pattern, header, loader)) {
                    return true;
                }
            }
            return false;
        } catch (RuntimeException unreadable) {
            return false;
        }
    }

    /** Null where the class file cannot be read: that concerns its subtypes only if a rule means it itself. */
    private Header learn(String internalName, ClassLoader loader, byte[] bytes) {
        try {
            Header header = new Header(bytes);
            parents.learn(internalName, loader, header.parents());
            return header;
        } catch (RuntimeException unreadable) {
            return null;
        }
    }

    private boolean means(List<MethodPattern> patterns, String name, ClassLoader loader, byte[] bytes, Header read) {
        Header header = read;
        Set<String> unreadable = new HashSet<>(0);
        for (MethodPattern pattern : patterns) {
            boolean named = pattern.namesType(name);
            if (named && !pattern.wantsAnnotation()) {
                return true;
            }
            if (named || pattern.takesSubtypes()) {
                header = header == null ? new Header(bytes) : header;
                if ((!pattern.wantsAnnotation() || header.mentionsAnnotation(pattern))
                        && (named || parents.reach(pattern, header, loader, unreadable))) {
                    return true;
                }
                if (LambdaMatch.mayTake(pattern) && parents.mayMakeLambda(pattern, header, loader)) {
                    return true;
                }
            }
        }
        if (!unreadable.isEmpty()) {
            // Should it be meant, its subtypes are, too.
            LoaderTypes.keep(loader, name, bytes);
            doubt.set(true);
            addUnread(name, unreadable.iterator().next());
        } else if (header != null && annotated) {
            unmeant.put(loader, name, true);
        }
        return false;
    }

    /** Of each super type it is said once. */
    private void addUnread(String name, String parent) {
        if (unread.size() >= MOST_UNREAD) {
            return;
        }
        unread.put(name, parent);
        if (told.add(parent)) {
            Log.warn("the class file of " + parent + ", a super type of " + name + ", cannot be read now. Where a"
                    + " rule's + means a class by it, that class is woven as soon as it is found loaded; calls before"
                    + " that run without their locks");
        }
    }
}
