package io.lockgraft.language.type.loader;

/** Names class loaders for messages. Their own toString is the application's code, and some write a page. */
public final class LoaderName {
    private LoaderName() {}

    /** Of a loader that is one of several: its class, and behind an @ what tells it from others of that class. */
    public static String of(ClassLoader loader) {
        if (loader == null) {
            return "bootstrap loader";
        }
        if (loader == ClassLoader.getSystemClassLoader()) {
            return "application's class path";
        }
        return loader.getClass().getName() + '@' + Integer.toHexString(System.identityHashCode(loader));
    }
}
