package io.lockgraft.language.type.loader;

/** The JDK's loader of those of its own classes that the bootstrap loader does not have. */
public final class PlatformLoader {
    private static final ClassLoader LOADER = find();

    private PlatformLoader() {}

    /** The platform loader; on Java 8 the extension loader. */
    public static ClassLoader get() {
        return LOADER;
    }

    /**
     * True if asking this loader runs code that is not the JDK's: the loader's own, or that of one that it asks itself.
     */
    public static boolean isForeign(ClassLoader loader) {
        for (ClassLoader each = loader; each != null && each != LOADER; each = each.getParent()) {
            if (each.getClass().getClassLoader() != null) {
                return true;
            }
        }
        return false;
    }

    private static ClassLoader find() {
        try {
            return (ClassLoader)
                    ClassLoader.class.getMethod("getPlatformClassLoader").invoke(null);
        } catch (ReflectiveOperationException java8) {
            return topmost(ClassLoader.getSystemClassLoader());
        }
    }

    /**
     * Not the system loader's parent: that is the JDK's loader of the class path where the application has its own.
     * Null where such a loader has no parent at all: it loads the application, and is none of the JDK's.
     */
    static ClassLoader topmost(ClassLoader system) {
        ClassLoader loader = system;
        while (loader != null && loader.getParent() != null) {
            loader = loader.getParent();
        }
        return loader == system ? null : loader;
    }
}
