package io.lockgraft.weave;

import io.lockgraft.type.PlatformLoader;

/** What is told about class loaders. Their own toString is the application's code, and some write a page. */
final class Loaders {
    /** The platform loader; on Java 8 the extension loader. */
    static final ClassLoader PLATFORM = PlatformLoader.get();

    private Loaders() {}

    /**
     * Whether asking this loader runs code that is not the JDK's: the loader's own, or that of one that it asks itself.
     */
    static boolean isForeign(ClassLoader loader) {
        for (ClassLoader each = loader; each != null && each != PLATFORM; each = each.getParent()) {
            if (each.getClass().getClassLoader() != null) {
                return true;
            }
        }
        return false;
    }

    static String describe(ClassLoader loader) {
        if (loader == null) {
            return "bootstrap loader";
        }
        if (loader == ClassLoader.getSystemClassLoader()) {
            return "application's class path";
        }
        return loader.getClass().getName() + '@' + Integer.toHexString(System.identityHashCode(loader));
    }
}
