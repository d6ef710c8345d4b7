package io.lockgraft.engine.site;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sites that a call by reflection comes to, known per class of the object it is made on, and kept by that class.
 */
final class SitesByMethod {
    private static final int[] NONE = {};

    /** The sites of a method that a class declares. */
    interface Declared {
        int[] of(Method method);
    }

    private final Declared declared;

    private final ClassValue<ConcurrentHashMap<Method, Found>> known =
            new ClassValue<ConcurrentHashMap<Method, Found>>() {
                @Override
                protected ConcurrentHashMap<Method, Found> computeValue(Class<?> type) {
                    return new ConcurrentHashMap<>(4);
                }
            };

    /** What was found when there were that many sites. */
    private static final class Found {
        private final int[] sites;
        private final int changes;

        Found(int[] sites, int changes) {
            this.sites = sites;
            this.changes = changes;
        }
    }

    SitesByMethod(Declared declared) {
        this.declared = declared;
    }

    /** @param changes grows with each site that there is more */
    int[] of(Class<?> type, Method called, int changes) {
        ConcurrentHashMap<Method, Found> ofClass = known.get(type);
        Found found = ofClass.get(called);
        if (found == null || found.changes != changes) {
            found = new Found(look(type, called), changes);
            ofClass.put(called, found);
        }
        return found.sites;
    }

    private int[] look(Class<?> type, Method called) {
        try {
            Method runs = run(type, called);
            return runs == null ? NONE : declared.of(runs);
        } catch (LinkageError | RuntimeException e) {
            // A class that its members name is not there; then the method takes its lock itself.
            return NONE;
        }
    }

    /** What runs when this is called on an object of this class; null where no class has a body for it. */
    private static Method run(Class<?> type, Method called) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (overrides(method, called) && !Modifier.isAbstract(method.getModifiers())) {
                    return method.isBridge() ? bridged(each, method) : method;
                }
            }
        }
        return Modifier.isAbstract(called.getModifiers()) ? null : called;
    }

    private static boolean overrides(Method method, Method called) {
        return method.getName().equals(called.getName())
                && method.getReturnType() == called.getReturnType()
                && sameParameters(method, called);
    }

    private static boolean sameParameters(Method one, Method other) {
        return Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
    }

    /** The method that a bridge of the compiler's calls: of the same name, with parameters and a result that fit. */
    private static Method bridged(Class<?> type, Method bridge) {
        Method found = null;
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isBridge() && method.getName().equals(bridge.getName()) && fits(method, bridge)) {
                if (found != null) {
                    return null;
                }
                found = method;
            }
        }
        return found;
    }

    private static boolean fits(Method method, Method bridge) {
        Class<?>[] own = method.getParameterTypes();
        Class<?>[] erased = bridge.getParameterTypes();
        if (own.length != erased.length || !bridge.getReturnType().isAssignableFrom(method.getReturnType())) {
            return false;
        }
        for (int i = 0; i < own.length; i++) {
            if (!erased[i].isAssignableFrom(own[i])) {
                return false;
            }
        }
        return true;
    }
}
