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
    private final Method moduleOf;
    private final Method isOpen;
    private final Method redefine;

    private ModuleAccess(Instrumentation instrumentation) throws ReflectiveOperationException {
        Class<?> module = Class.forName("java.lang.Module");
        this.instrumentation = instrumentation;
        this.moduleOf = Class.class.getMethod("getModule");
        this.isOpen = module.getMethod("isOpen", String.class, module);
        this.redefine = Instrumentation.class.getMethod(
                "redefineModule", module, Set.class, Map.class, Map.class, Set.class, Map.class);
    }

    /** The access of this JVM: on Java 8 there is nothing to open. */
    static Access by(Instrumentation instrumentation) {
        try {
            return new ModuleAccess(instrumentation);
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
            Log.warn(closed + "; what a key reads there must be public and exported", e);
        }
    }
}
