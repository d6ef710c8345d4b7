package io.lockgraft.language.pattern;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.spi.text.NearNames;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Says why a pattern takes nothing, and what it may have meant. */
public final class Mismatch {
    private static final int NEAR = 3;

    private Mismatch() {}

    /** The whole sentence, for the log and for the check alike. */
    public static String told(MethodPattern pattern, String why) {
        return pattern + " matches nothing: " + why;
    }

    /** Why the pattern, which names this class, takes none of its methods: a sentence. */
    public static String inClass(MethodPattern pattern, TypeShape type, TypeSource types) {
        List<String> sameName = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (MethodShape method : type.methods()) {
            if (method.name().startsWith("<") || method.isSynthetic()) {
                continue;
            }
            if (pattern.matches(type, method, types)) {
                return "what it means cannot be locked: " + method + ' ' + Unlockable.reason(type, method);
            }
            names.add(method.name());
            if (method.name().equals(pattern.methodName())) {
                sameName.add(method.described());
            }
        }
        String none = sameName.isEmpty()
                ? type.name() + " declares no method '" + pattern.methodName() + "'"
                : type.name() + " has no such method; it has " + String.join(", ", sameName);
        Ancestors ancestors = new Ancestors(type, types);
        MethodShape above = ancestors.inherited(pattern);
        if (above != null) {
            return none + "; it inherits that of " + above.owner() + instead(pattern, above);
        }
        if (ancestors.unread() != null) {
            return none + "; " + ancestors.unread() + ", a super type of it, is not to be found";
        }
        return sameName.isEmpty() ? none + NearNames.didYouMean(pattern.methodName(), names) : none;
    }

    private static String instead(MethodPattern pattern, MethodShape above) {
        if (Unlockable.isOfJdk(above.owner())) {
            return ", a class of the JDK, which cannot be locked";
        }
        return Modifier.isAbstract(above.modifiers())
                ? ", which has no body either: name the class that implements it; where a framework makes a proxy of it"
                        + " (Spring Data, MyBatis), name a method that calls it"
                : ": name " + above.owner() + (pattern.takesSubtypes() ? "+." : ".") + pattern.methodName();
    }

    /** Why the pattern takes nothing where these are all the classes there are: a sentence. */
    public static String among(Collection<String> classNames, MethodPattern pattern) {
        int named = 0;
        for (String name : classNames) {
            named += pattern.namesType(name) ? 1 : 0;
        }
        if (named == 0) {
            return "there is no class " + pattern.className() + didYouMeanClass(pattern.className(), classNames);
        }
        return named + (named == 1 ? " class is" : " classes are") + " named " + pattern.className() + ", but "
                + (pattern.takesSubtypes()
                        ? "no such type or subtype has a method with a body that fits"
                        : "none has a method that fits");
    }

    /**
     * What a class that is not among these may have been meant to be, as the end of a sentence; empty where nothing is
     * near. The same simple name in another package is the likeliest slip, then a near name, then any near simple name.
     */
    public static String didYouMeanClass(String wanted, Collection<String> classNames) {
        if (wanted.indexOf('*') >= 0 || wanted.contains("..")) {
            return "";
        }
        String simple = NamePattern.lastSegment(wanted);
        List<String> same = called(Collections.singletonList(simple), classNames);
        List<String> near = same.isEmpty() ? nearSimple(wanted, simple, classNames) : same;
        return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    }

    private static List<String> nearSimple(String wanted, String simple, Collection<String> classNames) {
        String folder = wanted.substring(0, wanted.length() - simple.length());
        Set<String> here = new LinkedHashSet<>();
        Set<String> anywhere = new LinkedHashSet<>();
        for (String name : classNames) {
            (name.startsWith(folder) && NamePattern.lastSegment(name).length() + folder.length() == name.length()
                            ? here
                            : anywhere)
                    .add(NamePattern.lastSegment(name));
        }
        List<String> near = new ArrayList<>();
        for (String each : NearNames.of(simple, here, NEAR)) {
            near.add(folder + each);
        }
        return near.isEmpty() ? called(NearNames.of(simple, anywhere, 1), classNames) : near;
    }

    /** The first few classes that have one of these simple names. */
    private static List<String> called(List<String> simpleNames, Collection<String> classNames) {
        List<String> called = new ArrayList<>();
        for (String name : classNames) {
            if (called.size() < NEAR && simpleNames.contains(NamePattern.lastSegment(name))) {
                called.add(name);
            }
        }
        return called;
    }
}
