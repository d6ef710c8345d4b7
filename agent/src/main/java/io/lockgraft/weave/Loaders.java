package io.lockgraft.weave;

import io.lockgraft.language.type.loader.PlatformLoader;

/** Which class loaders are the JDK's. */
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
}
