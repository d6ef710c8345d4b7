package io.lockgraft.weave.loaders;

import io.lockgraft.language.type.loader.LoaderTypes;
import net.bytebuddy.dynamic.ClassFileLocator;

/** Hands Byte Buddy the class files that a loader can see. */
public final class LoaderBytes implements ClassFileLocator {
    private final ClassLoader loader;

    public LoaderBytes(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public Resolution locate(String name) {
        byte[] bytes = LoaderTypes.bytes(loader, name);
        return bytes == null ? new Resolution.Illegal(name) : new Resolution.Explicit(bytes);
    }

    @Override
    public void close() {}
}
