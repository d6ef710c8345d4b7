package io.lockgraft.lock.warning;

import io.lockgraft.pattern.Unlockable;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeShape;
import io.lockgraft.type.TypeSource;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a transaction begins at a method, as far as annotations tell: those of the method, of its class and of what
 * they override and implement, and annotations that carry one. Their values are not looked at.
 */
final class Transactions {
    private static final Set<String> TRANSACTIONAL = new HashSet<>(Arrays.asList(
            "org.springframework.transaction.annotation.Transactional",
            "javax.transaction.Transactional",
            "jakarta.transaction.Transactional",
            "javax.ejb.TransactionAttribute",
            "jakarta.ejb.TransactionAttribute",
            "io.micronaut.transaction.annotation.Transactional",
            "com.google.inject.persist.Transactional",
            "grails.gorm.transactions.Transactional",
            "grails.transaction.Transactional",
            "org.jboss.seam.annotations.Transactional"));

    /** Classes of these have a transaction around each call, unless they manage their transactions themselves. */
    private static final List<String> BEANS = Arrays.asList(
            "javax.ejb.Stateless",
            "javax.ejb.Stateful",
            "javax.ejb.Singleton",
            "javax.ejb.MessageDriven",
            "jakarta.ejb.Stateless",
            "jakarta.ejb.Stateful",
            "jakarta.ejb.Singleton",
            "jakarta.ejb.MessageDriven");

    private static final List<String> SELF_MANAGED =
            Arrays.asList("javax.ejb.TransactionManagement", "jakarta.ejb.TransactionManagement");

    private final MethodShape method;
    private final TypeSource types;
    private final Set<String> seen = new HashSet<>();

    private Transactions(MethodShape method, TypeSource types) {
        this.method = method;
        this.types = types;
    }

    /** What says so: {@code is @Transactional (on com.shop.PayService)}; null where nothing does. */
    static String told(TypeShape type, MethodShape method, TypeSource types) {
        return Modifier.isStatic(method.modifiers()) ? null : new Transactions(method, types).told(type);
    }

    private String told(TypeShape type) {
        String onMethod = among(method.annotations());
        if (onMethod != null) {
            return "is " + onMethod;
        }
        String above = onType(type);
        if (above != null) {
            return above;
        }
        for (String bean : BEANS) {
            if (type.annotations().contains(bean)) {
                boolean self = false;
                for (String each : SELF_MANAGED) {
                    self |= type.annotations().contains(each);
                }
                return self
                        ? null
                        : "is a method of an EJB, " + at(bean) + ", which has a transaction around each call";
            }
        }
        return null;
    }

    /** Of the class, then of what it extends and implements: there also of the method that this one overrides. */
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
        TypeShape type = Unlockable.isOfJdk(name) || !seen.add(name) ? null : types.find(name);
        if (type == null) {
            return null;
        }
        for (MethodShape each : type.methods()) {
            if (each.name().equals(method.name())
                    && each.parameterTypes().size() == method.parameterTypes().size()
                    && among(each.annotations()) != null) {
                return "is " + among(each.annotations()) + " (on " + each + ')';
            }
        }
        return onType(type);
    }

    private String among(List<String> annotations) {
        for (String annotation : annotations) {
            if (TRANSACTIONAL.contains(annotation)) {
                return at(annotation);
            }
        }
        for (String annotation : annotations) {
            if (carries(annotation, new HashSet<String>())) {
                return at(annotation) + ", which is transactional,";
            }
        }
        return null;
    }

    private boolean carries(String annotation, Set<String> asked) {
        if (TRANSACTIONAL.contains(annotation)) {
            return true;
        }
        TypeShape type = Unlockable.isOfJdk(annotation) || !asked.add(annotation) ? null : types.find(annotation);
        if (type != null) {
            for (String each : type.annotations()) {
                if (carries(each, asked)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String at(String annotation) {
        return '@' + annotation.substring(Math.max(annotation.lastIndexOf('.'), annotation.lastIndexOf('$')) + 1);
    }
}
