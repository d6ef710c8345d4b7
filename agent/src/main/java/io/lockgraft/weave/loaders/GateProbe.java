package io.lockgraft.weave.loaders;

import io.lockgraft.asynchronous.Types;
import io.lockgraft.bootstrap.LockGate;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Whether the classes of a loader can reach the gate. OSGi and JBoss Modules hide what they do not know from the
 * classes that they load, the bootstrap loader's own classes too.
 */
public final class GateProbe {
    private static final String GATE = LockGate.class.getName();

    private GateProbe() {}

    /** Why the loader's classes cannot be woven, and what to set; null where they can. */
    public static String obstacle(ClassLoader loader) {
        if (loader == null || loader == LockGate.class.getClassLoader() || reaches(loader)) {
            return null;
        }
        return "the class loader " + loader.getClass().getName()
                + " hides io.lockgraft.bootstrap from its classes; add it"
                + " to what the container lets through: -Dorg.osgi.framework.bootdelegation=io.lockgraft.* for OSGi,"
                + " -Djboss.modules.system.pkgs=io.lockgraft for JBoss Modules (with what you have there "
                + "already, by comma;"
                + " a framework that its application configures may read no -D: set it there)";
    }

    /**
     * The gate is of the bootstrap loader and loaded since long, so nothing of the application is loaded by asking for
     * it. But what an OSGi framework hides from its bundles it still finds for other callers, and tells the two apart
     * by the classes on the stack. So it is asked in two ways that it takes for a bundle's own: Felix for
     * Bundle.loadClass, Equinox for Class.forName.
     */
    private static boolean reaches(ClassLoader loader) {
        try {
            return !isHiddenFromBundle(loader) && Class.forName(GATE, false, loader) == LockGate.class;
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            return false;
        }
    }

    /**
     * False also where it cannot be known: a bundle that is uninstalled, but whose classes are used, does not answer.
     */
    private static boolean isHiddenFromBundle(ClassLoader loader) {
        // The interface by which a bundle's class loader tells its bundle.
        Class<?> reference = Types.named("org.osgi.framework.BundleReference", loader.getClass());
        if (reference == null) {
            return false;
        }
        try {
            Method getBundle = reference.getMethod("getBundle");
            Object bundle = getBundle.invoke(loader);
            Object gate = getBundle
                    .getReturnType()
                    .getMethod("loadClass", String.class)
                    .invoke(bundle, GATE);
            return gate != LockGate.class;
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof ClassNotFoundException;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
