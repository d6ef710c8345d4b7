package io.lockgraft.weave.loaders;

import io.lockgraft.language.type.loader.PlatformLoader;

/** Which class loaders are the JDK's. */
public final class Loaders {
    /** The platform loader; on Java 8 the extension loader. */
    public static final ClassLoader PLATFORM = PlatformLoader.get();

    private Loaders() {}

    /**
     * Whether asking this loader runs code that is not the JDK's: the loader's own, or that of one that it asks itself.
     */
    public static boolean isForeign(ClassLoader loader) {
        for (ClassLoader each = loader; each != null && each != PLATFORM; each = each.getParent()) {
            if (each.getClass().getClassLoader() != null) {
                return true;
            }
        }
        return false;
    }
}
