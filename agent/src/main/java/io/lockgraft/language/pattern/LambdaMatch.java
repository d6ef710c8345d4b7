package io.lockgraft.language.pattern;

import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.classfile.LambdaCreation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lambdas and method references of one class that a pattern with a {@code +} means, and that cannot be locked.
 * Where a super type cannot be read, one is taken for meant: it must not run without its lock and without a word.
 */
public final class LambdaMatch {
    private LambdaMatch() {}

    /** True if the pattern may mean a lambda. */
    public static boolean mayTake(MethodPattern pattern) {
        return pattern.takesSubtypes() && !pattern.wantsAnnotation();
    }

    /**
     * A sentence for each kind of object that is made; empty where the pattern means none.
     *
     * @param all the patterns of its rule: a reference to a method that one of them names is locked by that
     * @param lambdas of the class
     */
    public static List<String> told(
            MethodPattern pattern,
            List<MethodPattern> all,
            String className,
            List<LambdaCreation> lambdas,
            TypeSource types) {
        Map<String, List<LambdaCreation>> kinds = new LinkedHashMap<>();
        for (LambdaCreation each : lambdas) {
            if (mayTake(pattern) && pattern.takesLambda(each) && !isNamed(each.reference(), all)) {
                String kind = each.type() + ' ' + each.reference();
                kinds.computeIfAbsent(kind, first -> new ArrayList<>(1)).add(each);
            }
        }
        List<String> told = new ArrayList<>(0);
        for (List<LambdaCreation> kind : kinds.values()) {
            Reach reach = reach(pattern, kind.get(0).type(), types);
            if (reach != Reach.NO) {
                told.add(told(pattern, className, kind, reach));
            }
        }
        return told;
    }

    private static boolean isNamed(String reference, List<MethodPattern> all) {
        for (MethodPattern pattern : all) {
            for (String owner : reference == null ? Collections.<String>emptyList() : pattern.exactClasses()) {
                if (reference.startsWith(owner + '.') && pattern.takesName(reference.substring(owner.length() + 1))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String told(MethodPattern pattern, String className, List<LambdaCreation> kind, Reach reach) {
        LambdaCreation made = kind.get(0);
        String reference = made.reference();
        StringBuilder text = new StringBuilder(className + " makes a " + made.type() + " by "
                + (reference == null ? "a lambda" : "a reference to " + reference));
        for (int i = 0; i < kind.size(); i++) {
            text.append(i == 0 ? " (" : "; ").append(kind.get(i).place());
        }
        text.append(
                reach == Reach.UNKNOWN
                        ? "). What that extends cannot be read. If it is a " + pattern.className() + ", its calls run"
                        : "). Its calls run");
        text.append(" without the lock: the JVM makes its class itself, of no class file. Name ");
        if (reference != null && !Unlockable.isOfJdk(reference) && !reference.endsWith("<init>")) {
            return text.append(reference).toString();
        }
        text.append("the method that calls ").append(made.type()).append('.').append(made.method());
        return text.append(reference == null ? ", or one that the lambda calls" : "")
                .toString();
    }

    private static Reach reach(MethodPattern pattern, String type, TypeSource types) {
        if (pattern.namesType(type)) {
            return Reach.YES;
        }
        TypeShape shape = types.find(type);
        if (shape == null) {
            return Reach.UNKNOWN;
        }
        Ancestors above = new Ancestors(shape, types);
        for (String name : above.names()) {
            if (!name.equals("java.lang.Object") && pattern.namesType(name)) {
                return Reach.YES;
            }
        }
        return above.unread() == null ? Reach.NO : Reach.UNKNOWN;
    }

    /** Whether a type is what a pattern names, or extends it. */
    private enum Reach {
        NO,
        UNKNOWN,
        YES
    }
}
