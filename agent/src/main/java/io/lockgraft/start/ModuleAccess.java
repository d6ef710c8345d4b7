package io.lockgraft.start;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.spi.log.Log;
import io.lockgraft.weave.loaders.Modules;
import java.lang.instrument.Instrumentation;

/** Opens packages of named modules to the agent. */
final class ModuleAccess implements Access {
    private final Modules modules;

    private ModuleAccess(Modules modules) {
        this.modules = modules;
    }

    /** The access of this JVM: on Java 8 there is nothing to open. */
    static Access by(Instrumentation instrumentation) {
        try {
            return new ModuleAccess(new Modules(instrumentation));
        } catch (ReflectiveOperationException e) {
            return Access.NONE;
        }
    }

    @Override
    public void open(Class<?> type) {
        String name = type.getName();
        int dot = name.lastIndexOf('.');
        if (dot < 0 || type.isArray()) {
            return;
        }
        String inPackage = name.substring(0, dot);
        try {
            modules.open(type, inPackage);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Log.warn(
                    "The package " + inPackage
                            + " cannot be opened; what a key reads there must be public and exported",
                    e);
        }
    }
}
