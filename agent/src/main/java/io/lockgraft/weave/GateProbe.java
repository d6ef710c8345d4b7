package io.lockgraft.weave;

import io.lockgraft.bootstrap.LockGate;

/**
 * Whether the classes of a loader can reach the gate. OSGi and JBoss Modules hide what they do not know from the classes
 * that they load, the bootstrap loader's own classes too.
 */
final class GateProbe {
    private GateProbe() {}

    /** Why the loader's classes cannot be woven, and what to set; null where they can. */
    static String obstacle(ClassLoader loader) {
        if (loader == null || loader == LockGate.class.getClassLoader()) {
            return null;
        }
        try {
            // A class of ours, of the bootstrap loader and loaded since long: no class of the application is loaded by
            // this.
            if (loader.loadClass(LockGate.class.getName()) == LockGate.class) {
                return null;
            }
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            // Hidden: told below.
        }
        return "the class loader " + loader.getClass().getName()
                + " hides io.lockgraft.bootstrap from its classes; add it"
                + " to what the container lets through: -Dorg.osgi.framework.bootdelegation=io.lockgraft.* for OSGi,"
                + " -Djboss.modules.system.pkgs=io.lockgraft for JBoss Modules (with what you have there already, by comma)";
    }
}
