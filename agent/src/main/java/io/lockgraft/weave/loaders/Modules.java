package io.lockgraft.weave.loaders;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/** Changes named modules by Instrumentation.redefineModule; reflective, as Java 8 has no modules. */
public final class Modules {
    private final Instrumentation instrumentation;
    private final Method moduleOf;
    private final Method isOpen;
    private final Method redefine;

    /** Throws on a JVM without modules. */
    public Modules(Instrumentation instrumentation) throws ReflectiveOperationException {
        Class<?> module = Class.forName("java.lang.Module");
        this.instrumentation = instrumentation;
        this.moduleOf = Class.class.getMethod("getModule");
        this.isOpen = module.getMethod("isOpen", String.class, module);
        this.redefine = Instrumentation.class.getMethod(
                "redefineModule", module, Set.class, Map.class, Map.class, Set.class, Map.class);
    }

    /** Opens a package of the class's module to the agent's. */
    public void open(Class<?> type, String inPackage) throws ReflectiveOperationException {
        Object module = moduleOf.invoke(type);
        Object ours = moduleOf.invoke(Modules.class);
        if (!(Boolean) isOpen.invoke(module, inPackage, ours)) {
            redefine.invoke(
                    instrumentation,
                    module,
                    Collections.emptySet(),
                    Collections.emptyMap(),
                    Collections.singletonMap(inPackage, Collections.singleton(ours)),
                    Collections.emptySet(),
                    Collections.emptyMap());
        }
    }
}
