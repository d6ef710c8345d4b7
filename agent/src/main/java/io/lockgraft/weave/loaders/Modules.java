package io.lockgraft.weave.loaders;

import io.lockgraft.bootstrap.LockGate;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/** Changes named modules by Instrumentation.redefineModule; reflective, as Java 8 has no modules. */
public final class Modules {
    private final Instrumentation instrumentation;
    private final Method moduleOf;
    private final Method canRead;
    private final Method isOpen;
    private final Method redefine;

    /** Throws on a JVM without modules. */
    public Modules(Instrumentation instrumentation) throws ReflectiveOperationException {
        Class<?> module = Class.forName("java.lang.Module");
        this.instrumentation = instrumentation;
        this.moduleOf = Class.class.getMethod("getModule");
        this.canRead = module.getMethod("canRead", module);
        this.isOpen = module.getMethod("isOpen", String.class, module);
        this.redefine = Instrumentation.class.getMethod(
                "redefineModule", module, Set.class, Map.class, Map.class, Set.class, Map.class);
    }

    /**
     * Lets a module read the gate's: without it its first locked call is an IllegalAccessError. An unnamed module reads
     * all others.
     */
    public void letReadGate(Object module) throws ReflectiveOperationException {
        Object gate = moduleOf.invoke(LockGate.class);
        if (!(Boolean) canRead.invoke(module, gate)) {
            change(module, Collections.singleton(gate), Collections.<String, Set<Object>>emptyMap());
        }
    }

    /** Opens a package of the class's module to the agent's. */
    public void open(Class<?> type, String inPackage) throws ReflectiveOperationException {
        Object module = moduleOf.invoke(type);
        Object ours = moduleOf.invoke(Modules.class);
        if (!(Boolean) isOpen.invoke(module, inPackage, ours)) {
            change(
                    module,
                    Collections.<Object>emptySet(),
                    Collections.singletonMap(inPackage, Collections.singleton(ours)));
        }
    }

    private void change(Object module, Set<Object> reads, Map<String, Set<Object>> opens)
            throws ReflectiveOperationException {
        redefine.invoke(
                instrumentation,
                module,
                reads,
                Collections.emptyMap(),
                opens,
                Collections.emptySet(),
                Collections.emptyMap());
    }
}
