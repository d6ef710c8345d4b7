package io.lockgraft.start;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.spi.log.Log;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Set;

/** Opens packages of named modules to the agent; by reflection, as Java 8 has no modules. */
final class ModuleAccess implements Access {
    private final Instrumentation instrumentation;
    private final boolean forKeys;
    private final Method moduleOf;
    private final Method isOpen;
    private final Method redefine;

    private ModuleAccess(Instrumentation instrumentation, boolean forKeys) throws ReflectiveOperationException {
        Class<?> module = Class.forName("java.lang.Module");
        this.instrumentation = instrumentation;
        this.forKeys = forKeys;
        this.moduleOf = Class.class.getMethod("getModule");
        this.isOpen = module.getMethod("isOpen", String.class, module);
        this.redefine = Instrumentation.class.getMethod(
                "redefineModule", module, Set.class, Map.class, Map.class, Set.class, Map.class);
    }

    /** What keys read by in this JVM: on Java 8 there is nothing to open. A warning names what cannot be opened. */
    static Access forKeys(Instrumentation instrumentation) {
        return by(instrumentation, true);
    }

    /** The same for the agent itself. What cannot be opened fails. */
    static Access forAgent(Instrumentation instrumentation) {
        return by(instrumentation, false);
    }

    private static Access by(Instrumentation instrumentation, boolean forKeys) {
        try {
            return new ModuleAccess(instrumentation, forKeys);
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
            Object module = moduleOf.invoke(type);
            Object ours = moduleOf.invoke(ModuleAccess.class);
            if (!(Boolean) isOpen.invoke(module, inPackage, ours)) {
                Set<?> none = Collections.emptySet();
                Map<?, ?> nothing = Collections.emptyMap();
                Map<?, ?> opens = Collections.singletonMap(inPackage, Collections.singleton(ours));
                redefine.invoke(instrumentation, module, none, nothing, opens, none, nothing);
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            String closed = "The package " + inPackage + " cannot be opened";
            if (!forKeys) {
                throw new IllegalStateException(closed, e);
            }
            Log.warn(closed + "; what a key reads there must be public and exported", e);
        }
    }
}
