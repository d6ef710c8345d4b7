package io.lockgraft.engine.site;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** The method that a call by reflection comes to. */
final class CalledMethod {
    private CalledMethod() {}

    /** Method that runs if this is called on an object of this class; null if no class has a body for it. */
    static Method of(Class<?> type, Method called) {
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
                && Arrays.equals(method.getParameterTypes(), called.getParameterTypes());
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
