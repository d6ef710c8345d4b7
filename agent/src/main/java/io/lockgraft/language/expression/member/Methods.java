package io.lockgraft.language.expression.member;

import io.lockgraft.language.type.MethodShape;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds the public method that a call means, by its static types, as the Java language does. */
public final class Methods {
    private static final List<String> WIDER = Arrays.asList("byte", "short", "int", "long", "float", "double");

    /** The conversions that an argument may need for its parameter. Each phase includes those before it. */
    private enum Phase {
        SUBTYPE,
        BOXING,
        DYNAMIC
    }

    private final Hierarchy hierarchy;

    public Methods(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /** The method; a sentence where there is none, or more than one fits equally well. */
    public ClassMember find(StaticType type, String name, List<StaticType> arguments) throws BindException {
        List<ClassMember> named = named(type, name);
        for (Phase phase : Phase.values()) {
            List<ClassMember> fitting = new ArrayList<>();
            for (ClassMember each : named) {
                if (fits(each, arguments, phase)) {
                    fitting.add(each);
                }
            }
            if (!fitting.isEmpty()) {
                return mostSpecific(type, name, arguments, fitting);
            }
        }
        throw new BindException(none(type, name, arguments, named));
    }

    /** The public instance methods of this name, those of a class before those that they override. */
    public List<ClassMember> named(StaticType type, String name) {
        Map<String, ClassMember> bySignature = new LinkedHashMap<>();
        for (Hierarchy.Level level : hierarchy.levels(type)) {
            for (MethodShape each : level.shape.methods()) {
                if (each.name().equals(name)
                        && Modifier.isPublic(each.modifiers())
                        && Visibility.isInstance(each)
                        && Visibility.isOpen(level.shape, each.modifiers())) {
                    bySignature.putIfAbsent(
                            each.parameterTypes().toString(),
                            ClassMember.of(each, GenericTypes.returned(each, level.variables)));
                }
            }
        }
        return new ArrayList<>(bySignature.values());
    }

    /** The one that can be called without arguments and returns something, or null. */
    public ClassMember withoutParameters(StaticType type, String name) {
        for (ClassMember each : named(type, name)) {
            if (each.parameters.isEmpty() && !each.type.is("void")) {
                return each;
            }
        }
        return null;
    }

    private boolean fits(ClassMember method, List<StaticType> arguments, Phase phase) {
        if (method.parameters.size() != arguments.size()) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (!fits(arguments.get(i), method.parameters.get(i), phase)) {
                return false;
            }
        }
        return true;
    }

    private boolean fits(StaticType argument, String parameter, Phase phase) {
        if (isStrict(argument, parameter)) {
            return true;
        }
        if (phase == Phase.SUBTYPE) {
            return false;
        }
        StaticType other = argument.isPrimitive() ? argument.boxed() : argument.unboxed();
        return other != argument && isStrict(other, parameter) || phase == Phase.DYNAMIC && argument.isDynamic();
    }

    private boolean isStrict(StaticType argument, String parameter) {
        if (argument.isPrimitive()) {
            return argument.is(parameter) || widens(argument.name(), parameter);
        }
        return hierarchy.isSubtype(argument, parameter);
    }

    public static boolean widens(String from, String to) {
        int source = WIDER.indexOf(from);
        int target = WIDER.indexOf(to);
        return from.equals("char") ? target >= WIDER.indexOf("int") : source >= 0 && source <= target;
    }

    private ClassMember mostSpecific(
            StaticType type, String name, List<StaticType> arguments, List<ClassMember> fitting) throws BindException {
        for (ClassMember candidate : fitting) {
            boolean best = true;
            for (ClassMember other : fitting) {
                best &= fits(other, StaticType.all(candidate.parameters), Phase.SUBTYPE);
            }
            if (best) {
                return candidate;
            }
        }
        throw new BindException(
                call(name, arguments) + " of " + type + " is ambiguous: " + told(fitting) + " fit it equally well");
    }

    private String none(StaticType type, String name, List<StaticType> arguments, List<ClassMember> named) {
        if (!named.isEmpty()) {
            return type + " has no method " + call(name, arguments) + "; it has " + told(named);
        }
        Set<String> names = new TreeSet<>();
        for (Hierarchy.Level level : hierarchy.levels(type)) {
            for (MethodShape each : level.shape.methods()) {
                if (each.name().equals(name)) {
                    return "method " + name + " of " + type
                            + (each.isStatic() ? " is static" : " is not public")
                            + "; an expression calls public methods of objects only";
                }
                if (Modifier.isPublic(each.modifiers())
                        && Visibility.isInstance(each)
                        && !level.shape.name().equals("java.lang.Object")
                        && !each.returnType().equals("void")) {
                    names.add(each.name());
                }
            }
        }
        String has = names.isEmpty()
                ? ""
                : "; it has " + String.join(", ", new ArrayList<>(names).subList(0, Math.min(12, names.size())));
        return type + " has no method '" + name + "'" + has;
    }

    private static String call(String name, List<StaticType> arguments) {
        return name + '(' + StaticType.told(arguments) + ')';
    }

    private static String told(List<ClassMember> methods) {
        Set<String> all = new TreeSet<>();
        for (ClassMember each : methods) {
            all.add(each.toString());
        }
        return String.join(", ", all);
    }
}
