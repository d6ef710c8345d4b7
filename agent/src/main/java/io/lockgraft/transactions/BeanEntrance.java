package io.lockgraft.transactions;

import java.lang.reflect.Method;

/**
 * The entrance of WildFly's EJBs whose transactions the container manages. The object comes from its pool behind the
 * transaction. Its class is known before.
 */
final class BeanEntrance extends FrameworkEntrance {
    private static final String INVOCATION = "org.jboss.invocation.InterceptorContext";
    private static final String COMPONENT = "org.jboss.as.ee.component.Component";

    /** By the class of the interceptor: each EJB call of the server comes here, also where nothing is locked. */
    private final ClassValue<Component> components = new ClassValue<Component>() {
        @Override
        protected Component computeValue(Class<?> interceptor) {
            try {
                return component(interceptor.getClassLoader());
            } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                Sources.tellOfEntrance(COMPONENT, e);
                return invocation -> null;
            }
        }
    };

    BeanEntrance() {
        super(INVOCATION, "getTarget", "getParameters");
    }

    /** Gives the class of the EJB that an invocation goes to; null where there is none. */
    private interface Component {
        Class<?> typeOf(Object invocation) throws ReflectiveOperationException;
    }

    private static Component component(ClassLoader container) throws ReflectiveOperationException {
        Class<?> key = Class.forName(COMPONENT, false, container);
        Method data = Class.forName(INVOCATION, false, container).getMethod("getPrivateData", Class.class);
        Method type = key.getMethod("getComponentClass");
        return invocation -> {
            Object component = data.invoke(invocation, key);
            return component == null ? null : (Class<?>) type.invoke(component);
        };
    }

    @Override
    Class<?> type(Object interceptor, Object invocation, Object on, Method method) throws ReflectiveOperationException {
        return components.get(interceptor.getClass()).typeOf(invocation);
    }
}
