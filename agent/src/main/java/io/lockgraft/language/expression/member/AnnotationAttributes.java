package io.lockgraft.language.expression.member;

import io.lockgraft.language.type.AnnotationShape;
import io.lockgraft.language.type.AttributeValue;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeNames;
import io.lockgraft.language.type.TypeShape;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds what the annotations of a method say, and then those of the class that declares it. */
public final class AnnotationAttributes {
    private final MethodShape method;
    private final Hierarchy hierarchy;

    public AnnotationAttributes(MethodShape method, Hierarchy hierarchy) {
        this.method = method;
        this.hierarchy = hierarchy;
    }

    /** A String, or a number, boolean or char in its box: as it is written there, or else the attribute's default. */
    public Object value(String annotation, String attribute) throws BindException {
        AnnotationShape found = find(annotation, method.annotations());
        found = found == null ? find(annotation, method.ownerAnnotations()) : found;
        if (found == null) {
            throw new BindException(none(annotation));
        }
        String told = '@' + annotation;
        AttributeValue value = found.value(attribute);
        if (value == null) {
            value = byDefault(found.name(), told, attribute);
        }
        if (value.constant() == null) {
            throw new BindException(told + '.' + attribute + " is " + value.kind()
                    + "; an expression takes a single value of an annotation, or an array of exactly one");
        }
        return value.constant();
    }

    private static AnnotationShape find(String annotation, List<AnnotationShape> all) throws BindException {
        String wanted = dotted(annotation);
        AnnotationShape found = null;
        for (AnnotationShape each : all) {
            if (dotted(each.name()).equals(wanted)) {
                return each;
            }
            if (!('.' + TypeNames.simple(each.name())).endsWith('.' + wanted)) {
                continue;
            }
            if (found != null) {
                throw new BindException('@' + annotation + " may be " + dotted(found.name()) + " or "
                        + dotted(each.name()) + "; write its full name");
            }
            found = each;
        }
        return found;
    }

    private static String dotted(String name) {
        return name.replace('$', '.');
    }

    private String none(String annotation) {
        List<AnnotationShape> all = new ArrayList<>(method.annotations());
        all.addAll(method.ownerAnnotations());
        Set<String> present = new LinkedHashSet<>();
        for (AnnotationShape each : all) {
            present.add('@' + TypeNames.simple(each.name()));
        }
        String told = "no annotation @" + annotation;
        if (method.parameterNames().contains(annotation)) {
            told += "; a parameter is written by its bare name: " + annotation;
        }
        return told + "; the method and its class have "
                + (present.isEmpty() ? "none" : Properties.told(present, '@' + annotation));
    }

    private AttributeValue byDefault(String type, String annotation, String attribute) throws BindException {
        TypeShape shape = hierarchy.shape(type);
        if (shape == null) {
            throw new BindException(annotation + '.' + attribute
                    + " is not written here, and its default cannot be read: class " + type + " cannot be found");
        }
        Set<String> names = new TreeSet<>();
        for (MethodShape each : shape.methods()) {
            // An annotation may have constants, and then a static initialiser.
            if (!Modifier.isAbstract(each.modifiers())) {
                continue;
            }
            if (!each.name().equals(attribute)) {
                names.add(each.name());
            } else if (each.defaultValue() == null) {
                throw new BindException(annotation + '.' + attribute + " is not written here, and has no default");
            } else {
                return each.defaultValue();
            }
        }
        throw new BindException(annotation + " has no attribute '" + attribute + "'; it has "
                + (names.isEmpty() ? "none" : Properties.told(names, attribute)));
    }
}
