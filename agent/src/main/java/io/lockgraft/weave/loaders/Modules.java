package io.lockgraft.weave.loaders;

import io.lockgraft.bootstrap.LockGate;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Collections;

/** Lets named modules read the gate's module: without it their first locked call is an IllegalAccessError. */
public final class Modules {
    private final Instrumentation instrumentation;
    private final Object gate;
    private final Method canRead;
    private final Method redefine;

    public Modules(Instrumentation instrumentation) throws ReflectiveOperationException {
        Class<?> module = Class.forName("java.lang.Module");
        this.instrumentation = instrumentation;
        this.gate = Class.class.getMethod("getModule").invoke(LockGate.class);
        this.canRead = module.getMethod("canRead", module);
        this.redefine = Instrumentation.class.getMethod(
                "redefineModule",
                module,
                java.util.Set.class,
                java.util.Map.class,
                java.util.Map.class,
                java.util.Set.class,
                java.util.Map.class);
    }

    /** An unnamed module reads all others. */
    public void letReadGate(Object module) throws ReflectiveOperationException {
        if (!(Boolean) canRead.invoke(module, gate)) {
            redefine.invoke(
                    instrumentation,
                    module,
                    Collections.singleton(gate),
                    Collections.emptyMap(),
                    Collections.emptyMap(),
                    Collections.emptySet(),
                    Collections.emptyMap());
        }
    }
}
