package io.lockgraft.engine.warning;

import io.lockgraft.language.pattern.Unlockable;
import io.lockgraft.language.type.AnnotationShape;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells whether a transaction begins at a method, as far as annotations tell: those of the method, of its class and of
 * what they override and implement, and annotations that carry one. Their values are not looked at.
 */
final class TransactionAnnotations {
    /** Annotations of Spring, or of what stands on its AbstractPlatformTransactionManager, and of JTA. */
    private static final Set<String> SEEN = new HashSet<>(Arrays.asList(
            "org.springframework.transaction.annotation.Transactional",
            "javax.transaction.Transactional",
            "javax.ejb.TransactionAttribute",
            "grails.gorm.transactions.Transactional",
            "grails.transaction.Transactional"));

    /** Annotations of frameworks with transactions of their own: no hold goes on until they end. */
    private static final Set<String> UNSEEN = new HashSet<>(Arrays.asList(
            "io.micronaut.transaction.annotation.Transactional",
            "com.google.inject.persist.Transactional",
            "org.jboss.seam.annotations.Transactional",
            "io.quarkus.hibernate.reactive.panache.common.WithTransaction"));

    /** Classes of these have a transaction around each call, unless they manage their transactions themselves. */
    private static final List<String> BEANS = Arrays.asList(
            "javax.ejb.Stateless", "javax.ejb.Stateful", "javax.ejb.Singleton", "javax.ejb.MessageDriven");

    private static final String SELF_MANAGED = "javax.ejb.TransactionManagement";

    private final MethodShape method;
    private final TypeSource types;
    private final Set<String> asked = new HashSet<>();
    private String told;
    private boolean seen = true;
    private boolean spring;

    private TransactionAnnotations(MethodShape method, TypeSource types) {
        this.method = method;
        this.types = types;
    }

    /** Null where nothing says that one begins there. */
    static TransactionAnnotations of(TypeShape type, MethodShape method, TypeSource types) {
        TransactionAnnotations found = new TransactionAnnotations(method, types);
        found.told = Modifier.isStatic(method.modifiers()) ? null : found.on(type);
        return found.told == null ? null : found;
    }

    /** Names the annotation: {@code is @Transactional (on com.shop.PayService)}. */
    String told() {
        return told;
    }

    /** True if Spring begins it, as far as its annotation tells. */
    boolean isOfSpring() {
        return spring;
    }

    /** True if a hold goes on until it ends. */
    boolean isSeen() {
        return seen;
    }

    private String on(TypeShape type) {
        String onMethod = among(method.annotations());
        if (onMethod != null) {
            return "is " + onMethod;
        }
        String above = onType(type);
        if (above != null) {
            return above;
        }
        String bean = null;
        for (AnnotationShape each : type.annotations()) {
            if (javax(each.name()).equals(SELF_MANAGED)) {
                return null;
            }
            bean = BEANS.contains(javax(each.name())) ? each.name() : bean;
        }
        return bean == null
                ? null
                : "is a method of an EJB, " + at(bean) + ", which has a transaction around each call";
    }

    /** Looks at the class, then at what it extends and implements: there also at the method that this one overrides. */
    private String onType(TypeShape type) {
        String found = among(type.annotations());
        if (found != null) {
            return "is " + found + " (on " + type.name() + ')';
        }
        found = type.superName() == null ? null : above(type.superName());
        for (String each : type.interfaceNames()) {
            found = found == null ? above(each) : found;
        }
        return found;
    }

    private String above(String name) {
        TypeShape type = Unlockable.isOfJdk(name) || !asked.add(name) ? null : types.find(name);
        if (type == null) {
            return null;
        }
        for (MethodShape each : type.methods()) {
            if (each.name().equals(method.name())
                    && each.parameterTypes().size() == method.parameterTypes().size()) {
                String found = among(each.annotations());
                if (found != null) {
                    return "is " + found + " (on " + each + ')';
                }
            }
        }
        return onType(type);
    }

    private String among(List<AnnotationShape> annotations) {
        for (AnnotationShape annotation : annotations) {
            if (isTransactional(annotation.name())) {
                return at(annotation.name());
            }
        }
        for (AnnotationShape annotation : annotations) {
            if (carries(annotation.name(), new HashSet<String>())) {
                return at(annotation.name()) + ", which is transactional,";
            }
        }
        return null;
    }

    private boolean carries(String annotation, Set<String> looked) {
        if (isTransactional(annotation)) {
            return true;
        }
        TypeShape type = Unlockable.isOfJdk(annotation) || !looked.add(annotation) ? null : types.find(annotation);
        if (type != null) {
            for (AnnotationShape each : type.annotations()) {
                if (carries(each.name(), looked)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isTransactional(String annotation) {
        boolean unseen = UNSEEN.contains(annotation);
        seen &= !unseen;
        spring |= annotation.startsWith("org.springframework.");
        return unseen || SEEN.contains(javax(annotation));
    }

    /** The tables name what jakarta has as well by its older name. */
    private static String javax(String annotation) {
        return annotation.startsWith("jakarta.") ? "javax" + annotation.substring("jakarta".length()) : annotation;
    }

    private static String at(String annotation) {
        return '@' + annotation.substring(Math.max(annotation.lastIndexOf('.'), annotation.lastIndexOf('$')) + 1);
    }
}
