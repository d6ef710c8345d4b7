package io.lockgraft.weave;

/** What is told about class loaders. Their own toString is the application's code, and some write a page. */
final class Loaders {
    private Loaders() {}

    static String describe(ClassLoader loader) {
        if (loader == null) {
            return "bootstrap loader";
        }
        return loader.getClass().getName() + '@' + Integer.toHexString(System.identityHashCode(loader));
    }
}
