package io.lockgraft.transactions;

import io.lockgraft.asynchronous.Types;
import java.lang.reflect.Method;

/**
 * The object behind proxies of Spring's. A bean may have several around it: one by each creator of proxies. The method
 * that is locked is the object's own.
 */
final class Proxied {
    private static final String ADVISED = "org.springframework.aop.framework.Advised";

    /** More proxies around one object than this are a circle. */
    private static final int MANY = 20;

    /** By the class of an object: how to ask it for what it is a proxy of; null where it is none. */
    private static final ClassValue<Proxied> READERS = new ClassValue<Proxied>() {
        @Override
        protected Proxied computeValue(Class<?> type) {
            Class<?> advised = Types.named(ADVISED, type);
            try {
                return advised == null ? null : new Proxied(advised);
            } catch (NoSuchMethodException | LinkageError e) {
                Sources.tellOfEntrance(ADVISED, e);
                return null;
            }
        }
    };

    private final Method source;
    private final Method isStatic;
    private final Method target;

    private Proxied(Class<?> advised) throws NoSuchMethodException {
        source = advised.getMethod("getTargetSource");
        isStatic = source.getReturnType().getMethod("isStatic");
        target = source.getReturnType().getMethod("getTarget");
    }

    /** The object itself where it is no proxy, or one whose target is another one at each call. May be null. */
    static Object innermost(Object object) throws ReflectiveOperationException {
        Object each = object;
        for (int i = 0; each != null && i < MANY; i++) {
            Proxied reader = READERS.get(each.getClass());
            Object source = reader == null ? null : reader.source.invoke(each);
            if (source == null || !(Boolean) reader.isStatic.invoke(source)) {
                return each;
            }
            Object behind = reader.target.invoke(source);
            if (behind == null) {
                return each;
            }
            each = behind;
        }
        return each;
    }
}
