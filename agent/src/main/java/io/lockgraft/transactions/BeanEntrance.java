package io.lockgraft.transactions;

import java.lang.reflect.Method;

/**
 * The entrance of WildFly's EJBs whose transactions the container manages. The object comes from its pool behind the
 * transaction. Its class is known before.
 */
final class BeanEntrance extends Entrance {
    private static final String INVOCATION = "org.jboss.invocation.InterceptorContext";
    private static final String COMPONENT = "org.jboss.as.ee.component.Component";

    /** By the class of the interceptor: each EJB call of the server comes here, also where nothing is locked. */
    private final ClassValue<Components> components = new ClassValue<Components>() {
        @Override
        protected Components computeValue(Class<?> interceptor) {
            try {
                return new Components(interceptor.getClassLoader());
            } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                Sources.tell(COMPONENT, e);
                return null;
            }
        }
    };

    BeanEntrance() {
        super(INVOCATION, "getTarget", "getParameters");
    }

    /** How to ask an invocation for the EJB that it goes to. */
    private static final class Components {
        private final Class<?> key;
        private final Method data;
        private final Method type;

        Components(ClassLoader container) throws ReflectiveOperationException {
            key = Class.forName(COMPONENT, false, container);
            data = Class.forName(INVOCATION, false, container).getMethod("getPrivateData", Class.class);
            type = key.getMethod("getComponentClass");
        }

        Class<?> typeOf(Object invocation) throws ReflectiveOperationException {
            Object component = data.invoke(invocation, key);
            return component == null ? null : (Class<?>) type.invoke(component);
        }
    }

    @Override
    Class<?> type(Object interceptor, Object invocation, Object on, Method method) throws ReflectiveOperationException {
        Components its = components.get(interceptor.getClass());
        return its == null ? null : its.typeOf(invocation);
    }
}
