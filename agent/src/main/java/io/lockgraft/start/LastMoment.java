package io.lockgraft.start;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.spi.log.Log;

/**
 * The end of the JVM, behind all shutdown hooks: nothing waits for a thread of the application any more. Only the JDK
 * can run something then, by a class that it does not export.
 */
final class LastMoment {
    /** The name of that class, of the newest JDK first. */
    private static final String[] NAMES = {
        "jdk.internal.access.SharedSecrets", "jdk.internal.misc.SharedSecrets", "sun.misc.SharedSecrets"
    };

    /** The last of ten. The JDK uses the first three. */
    private static final int SLOT = 9;

    private final Access access;

    LastMoment(Access access) {
        this.access = access;
    }

    /** Runs it then, or never where this JVM does not offer that. May be called by a shutdown hook. */
    void run(Runnable work) {
        try {
            Class<?> secrets = secrets();
            access.open(secrets);
            Object jdk = secrets.getMethod("getJavaLangAccess").invoke(null);
            secrets.getMethod("getJavaLangAccess")
                    .getReturnType()
                    .getMethod("registerShutdownHook", int.class, boolean.class, Runnable.class)
                    .invoke(jdk, SLOT, true, work);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Log.debug("this JVM runs nothing behind its shutdown hooks: " + e);
        }
    }

    private static Class<?> secrets() throws ClassNotFoundException {
        for (String name : NAMES) {
            try {
                return Class.forName(name);
            } catch (ClassNotFoundException e) {
                // another JDK
            }
        }
        throw new ClassNotFoundException(NAMES[0]);
    }
}
