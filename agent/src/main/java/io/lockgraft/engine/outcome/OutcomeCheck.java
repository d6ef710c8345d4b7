package io.lockgraft.engine.outcome;

import io.lockgraft.language.type.FieldShape;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.rules.Outcome;
import io.lockgraft.spi.text.NearNames;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/**
 * Tells whether outcomes fit a method, judged by shapes: nothing is loaded. What a shape cannot tell (a class that the
 * source does not find on a JDK's own path) is left to the binding.
 */
public final class OutcomeCheck {
    private static final int ENUM = 0x4000;
    private static final List<String> THROWABLE = Collections.singletonList("java.lang.Throwable");
    private static final List<String> UNCHECKED = Arrays.asList("java.lang.RuntimeException", "java.lang.Error");

    private final MethodShape method;
    private final TypeSource types;
    private final boolean strict;
    private final TypeSource jdk = LoadedTypes.of((ClassLoader) null);

    public OutcomeCheck(MethodShape method, TypeSource types) {
        this(method, types, true);
    }

    /** @param strict false: only later it is known where the classes of exceptions are to be found */
    public OutcomeCheck(MethodShape method, TypeSource types, boolean strict) {
        this.method = method;
        this.types = types;
        this.strict = strict;
    }

    /** Last outcome: of a retry, the one when trying again was in vain. */
    public static Outcome last(Outcome outcome) {
        return outcome instanceof Outcome.Retry ? ((Outcome.Retry) outcome).then() : outcome;
    }

    /** Why the outcome of this setting does not fit: a sentence each; empty where it fits. */
    public List<String> check(String setting, Outcome outcome) {
        Outcome last = last(outcome);
        String problem = null;
        List<String> ofMessage = Collections.emptyList();
        if (last instanceof Outcome.Return) {
            problem = returned(((Outcome.Return) last).value());
        } else if (last instanceof Outcome.Call) {
            problem = called(((Outcome.Call) last).method());
        } else if (last instanceof Outcome.ThrowOwn) {
            Outcome.ThrowOwn own = (Outcome.ThrowOwn) last;
            problem = strict ? thrown(own.exception()) : null;
            ofMessage = own.message() == null ? ofMessage : own.message().check(method, types);
        }
        List<String> problems = new ArrayList<>();
        if (problem != null) {
            problems.add(setting + ": " + problem);
        }
        for (String each : ofMessage) {
            problems.add(setting + ": " + each);
        }
        return problems;
    }

    /** Hint about an outcome that fits, or null. */
    public String hint(Outcome outcome) {
        Outcome last = last(outcome);
        String exception = last instanceof Outcome.ThrowOwn ? ((Outcome.ThrowOwn) last).exception() : null;
        return exception == null || isAmong(exception, UNCHECKED) || isAmong(exception, method.exceptions())
                ? null
                : method + " does not declare " + exception
                        + ", which its rule throws: a caller may not expect a checked exception there";
    }

    /** True if the class is one of these or extends one; also where a super class that might tell is not found. */
    private boolean isAmong(String name, List<String> classes) {
        for (String each = name; each != null; ) {
            TypeShape type = classes.contains(each) ? null : find(each);
            if (type == null) {
                return true;
            }
            each = type.superName();
        }
        return false;
    }

    private String returned(Object value) {
        try {
            return ReturnValue.of(value, method.returnType()) == ReturnValue.CONSTANT ? constant((String) value) : null;
        } catch (IllegalArgumentException e) {
            return "cannot return this from " + method + ": " + e.getMessage();
        }
    }

    private String constant(String name) {
        TypeShape type = find(method.returnType());
        if (type == null) {
            return "cannot return '" + name + "' from " + method + ": the class " + method.returnType()
                    + " cannot be found";
        }
        List<String> constants = new ArrayList<>();
        for (FieldShape field : type.fields()) {
            if ((field.modifiers() & ENUM) != 0) {
                constants.add(field.name());
            }
        }
        if (constants.contains(name)) {
            return null;
        }
        return "cannot return '" + name + "' from " + method + ": "
                + (constants.isEmpty()
                        ? type.name() + " is no enum; only null can be returned here"
                        : type.name() + " has no constant of this name; it has " + String.join(", ", constants));
    }

    private String thrown(String exception) {
        TypeShape type = find(exception);
        if (type == null) {
            return "no class " + exception + " can be found from " + method.owner()
                    + "; write its full name (a nested class with $)";
        }
        if (!isAmong(exception, THROWABLE)) {
            return exception + " is no Throwable";
        }
        if (Modifier.isAbstract(type.modifiers())) {
            return exception + " is abstract; name a class that can be made";
        }
        boolean knowsConstructors = false;
        for (MethodShape each : type.methods()) {
            if (each.name().equals("<init>")) {
                knowsConstructors = true;
                if (each.parameterTypes().isEmpty()
                        || each.parameterTypes().equals(Collections.singletonList("java.lang.String"))) {
                    return null;
                }
            }
        }
        return knowsConstructors ? exception + " has neither a constructor with (String) nor one with ()" : null;
    }

    private String called(String name) {
        TypeShape owner = find(method.owner());
        if (owner == null) {
            return null;
        }
        String unfit = null;
        TreeSet<String> names = new TreeSet<>();
        for (MethodShape each : owner.methods()) {
            if (!each.isSynthetic() && each.name().equals(name)) {
                unfit = unfit(each);
                if (unfit == null) {
                    return null;
                }
            } else if (!each.isSynthetic() && !each.name().startsWith("<")) {
                names.add(each.name());
            }
        }
        names.remove(method.name());
        return unfit != null
                ? unfit
                : method.owner() + " has no method '" + name + "'" + NearNames.didYouMean(name, names);
    }

    /** Why it cannot be called in place of the method, or null where it can. */
    private String unfit(MethodShape called) {
        List<String> withKey = new ArrayList<>(method.parameterTypes());
        withKey.add("java.lang.String");
        if (!called.parameterTypes().equals(method.parameterTypes())
                && !called.parameterTypes().equals(withKey)) {
            return called + " must have the parameters of " + method + ", or the key as one more String";
        }
        if (!called.returnType().equals(method.returnType())) {
            return called + " returns " + called.returnType() + ", but " + method + " returns " + method.returnType();
        }
        if (Modifier.isStatic(method.modifiers()) && !Modifier.isStatic(called.modifiers())) {
            return called + " must be static, because " + method + " is";
        }
        if (Modifier.isAbstract(called.modifiers())) {
            return called + " is abstract";
        }
        return called.name().equals(method.name()) && called.descriptor().equals(method.descriptor())
                ? called + " is the locked method itself"
                : null;
    }

    private TypeShape find(String name) {
        TypeShape found = types.find(name);
        return found != null || !name.startsWith("java.") ? found : jdk.find(name);
    }
}
