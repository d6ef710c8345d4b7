package io.lockgraft.weave.bytecode;

import io.lockgraft.language.type.loader.CoreTypes;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.pool.TypePool;

/** Tells Byte Buddy of the JDK's core as it is loaded, and of no other class. */
final class CorePool extends TypePool.AbstractBase {
    CorePool() {
        super(TypePool.CacheProvider.NoOp.INSTANCE);
    }

    @Override
    protected Resolution doDescribe(String name) {
        Class<?> type = CoreTypes.load(name);
        return type == null
                ? new Resolution.Illegal(name)
                : new Resolution.Simple(TypeDescription.ForLoadedType.of(type));
    }
}
