package io.lockgraft.language.expression.member;

import io.lockgraft.language.type.FieldShape;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeNames;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.spi.text.NearNames;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the properties of a type: getX, isX, the accessor x() of a record, the field x, in that order. */
public final class Properties {
    private static final int MOST_TOLD = 12;
    private static final int SYNTHETIC = 0x1000;

    private final Hierarchy hierarchy;

    public Properties(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /** The property, or null where the type has none of this name. */
    public ClassMember find(StaticType type, String name) {
        List<Hierarchy.Level> levels = hierarchy.levels(type);
        boolean map = hierarchy.isSubtype(type, "java.util.Map");
        String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        for (String getter : new String[] {"get" + capital, "is" + capital, name}) {
            ClassMember found = getter(levels, getter, map, getter.equals(name));
            if (found != null) {
                return found;
            }
        }
        List<ClassMember> fields = fields(levels, name);
        return fields.isEmpty() ? null : fields.get(0);
    }

    private static ClassMember getter(List<Hierarchy.Level> levels, String name, boolean map, boolean record) {
        for (Hierarchy.Level each : levels) {
            if (map && TypeNames.isJdk(each.shape.name()) || record && !Visibility.isRecord(each.shape)) {
                continue;
            }
            for (MethodShape method : each.shape.methods()) {
                if (method.name().equals(name) && isGetter(each.shape, method)) {
                    return ClassMember.of(method, GenericTypes.returned(method, each.variables));
                }
            }
        }
        return null;
    }

    private static boolean isGetter(TypeShape declaring, MethodShape method) {
        if (!method.parameterTypes().isEmpty()
                || !Visibility.isInstance(method)
                || !Visibility.isOpen(declaring, method.modifiers())
                || method.returnType().equals("void")) {
            return false;
        }
        return !method.name().startsWith("is")
                || Visibility.isRecord(declaring)
                || method.returnType().equals("boolean")
                || method.returnType().equals("java.lang.Boolean");
    }

    /** The fields of this name, those of a class before those that they hide. */
    public static List<ClassMember> fields(List<Hierarchy.Level> levels, String name) {
        List<ClassMember> all = new ArrayList<>(1);
        for (Hierarchy.Level each : levels) {
            for (FieldShape field : each.shape.fields()) {
                if (field.name().equals(name) && isProperty(each.shape, field)) {
                    all.add(ClassMember.of(each.shape.name(), field, GenericTypes.of(field, each.variables)));
                }
            }
        }
        return all;
    }

    private static boolean isProperty(TypeShape declaring, FieldShape field) {
        return !Modifier.isStatic(field.modifiers())
                && (field.modifiers() & SYNTHETIC) == 0
                && Visibility.isOpen(declaring, field.modifiers());
    }

    /**
     * {@code orderNo, amount}, those that the type declares itself first; of many those that are near the wanted name
     * come first. Empty where there is none.
     */
    public String told(StaticType type, String wanted) {
        Set<String> names = new LinkedHashSet<>();
        for (Hierarchy.Level each : hierarchy.levels(type)) {
            if (each.shape.name().equals("java.lang.Object")) {
                continue;
            }
            for (FieldShape field : each.shape.fields()) {
                if (isProperty(each.shape, field)) {
                    names.add(field.name());
                }
            }
            for (MethodShape method : each.shape.methods()) {
                String name = propertyOf(each.shape, method);
                if (name != null) {
                    names.add(name);
                }
            }
        }
        return told(names, wanted);
    }

    /** Returns a message that the type has no such property, with those that it has. */
    public String none(StaticType type, String name) {
        String told = told(type, name);
        return type + " has no property '" + name + "'" + (told.isEmpty() ? "" : "; it has " + told);
    }

    /** The same of these names. */
    public static String told(Collection<String> names, String wanted) {
        if (names.size() <= MOST_TOLD) {
            return String.join(", ", names);
        }
        Set<String> sorted = new LinkedHashSet<>(NearNames.of(wanted, names, MOST_TOLD));
        sorted.addAll(names);
        List<String> told = new ArrayList<>(sorted).subList(0, MOST_TOLD);
        return String.join(", ", told) + " and " + (names.size() - MOST_TOLD) + " more";
    }

    private static String propertyOf(TypeShape declaring, MethodShape method) {
        if (!isGetter(declaring, method)) {
            return null;
        }
        String name = method.name();
        if (name.length() > 3 && name.startsWith("get")) {
            return decapital(name.substring(3));
        }
        if (name.length() > 2 && name.startsWith("is")) {
            return decapital(name.substring(2));
        }
        return null;
    }

    private static String decapital(String name) {
        boolean acronym =
                name.length() > 1 && Character.isUpperCase(name.charAt(0)) && Character.isUpperCase(name.charAt(1));
        return acronym ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }
}
