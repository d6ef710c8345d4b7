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
 * Whether outcomes fit a method, judged by shapes: nothing is loaded. What a shape cannot tell (a class that the source
 * does not find on a JDK's own path) is left to the binding.
 */
public final class OutcomeCheck {
    private static final int ENUM = 0x4000;
    private static final int SYNTHETIC = 0x1000;
    private static final List<String> UNCHECKED = Arrays.asList("java.lang.RuntimeException", "java.lang.Error");

    private final MethodShape method;
    private final TypeSource types;
    private final TypeSource jdk = LoadedTypes.of((ClassLoader) null);

    public OutcomeCheck(MethodShape method, TypeSource types) {
        this.method = method;
        this.types = types;
    }

    /** Why the outcome of this setting does not fit: a sentence each; empty where it fits. */
    public List<String> check(String setting, Outcome outcome) {
        if (outcome instanceof Outcome.Retry) {
            return check(setting, ((Outcome.Retry) outcome).then());
        }
        List<String> problems = new ArrayList<>();
        String problem = null;
        if (outcome instanceof Outcome.Return) {
            problem = returned(((Outcome.Return) outcome).value());
        } else if (outcome instanceof Outcome.Call) {
            problem = called(((Outcome.Call) outcome).method());
        } else if (outcome instanceof Outcome.ThrowOwn) {
            Outcome.ThrowOwn own = (Outcome.ThrowOwn) outcome;
            problem = thrown(own.exception());
            problems.addAll(checkMessage(setting, own));
        }
        if (problem != null) {
            problems.add(0, setting + ": " + problem);
        }
        return problems;
    }

    /** Why the message of the exception does not fit: a sentence each; empty where it fits. */
    public List<String> checkMessage(String setting, Outcome.ThrowOwn own) {
        List<String> problems = new ArrayList<>();
        if (own.message() != null) {
            for (String each : own.message().check(method, types)) {
                problems.add(setting + ": " + each);
            }
        }
        return problems;
    }

    /** What a person should know of an outcome that fits, or null. */
    public String hint(Outcome outcome) {
        if (outcome instanceof Outcome.Retry) {
            return hint(((Outcome.Retry) outcome).then());
        }
        if (!(outcome instanceof Outcome.ThrowOwn)) {
            return null;
        }
        String exception = ((Outcome.ThrowOwn) outcome).exception();
        return mayBeThrown(exception)
                ? null
                : method + " does not declare " + exception
                        + ", which its rule throws: a caller may not expect a checked exception there";
    }

    /** Whether it is unchecked or declared, or a super class that might tell is not found. */
    private boolean mayBeThrown(String exception) {
        for (String name = exception; name != null; ) {
            if (UNCHECKED.contains(name) || method.exceptions().contains(name)) {
                return true;
            }
            TypeShape type = find(name);
            if (type == null) {
                return true;
            }
            name = type.superName();
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
        if (!isThrowable(type)) {
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

    private boolean isThrowable(TypeShape type) {
        for (TypeShape up = type; !up.name().equals("java.lang.Throwable"); ) {
            if (up.superName() == null) {
                return false;
            }
            up = find(up.superName());
            if (up == null) {
                // A super class that is not found is for the binding to judge.
                return true;
            }
        }
        return true;
    }

    private String called(String name) {
        TypeShape owner = find(method.owner());
        if (owner == null) {
            return null;
        }
        List<MethodShape> sameName = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>();
        for (MethodShape each : owner.methods()) {
            if ((each.modifiers() & SYNTHETIC) == 0 && !each.name().startsWith("<")) {
                names.add(each.name());
                if (each.name().equals(name)) {
                    sameName.add(each);
                }
            }
        }
        if (sameName.isEmpty()) {
            names.remove(method.name());
            return method.owner() + " has no method '" + name + "'" + NearNames.didYouMean(name, names);
        }
        String unfit = null;
        for (MethodShape each : sameName) {
            unfit = CallSignature.unfit(method, each);
            if (unfit == null) {
                return null;
            }
        }
        return unfit;
    }

    private TypeShape find(String name) {
        TypeShape found = types.find(name);
        return found != null || !name.startsWith("java.") ? found : jdk.find(name);
    }
}
