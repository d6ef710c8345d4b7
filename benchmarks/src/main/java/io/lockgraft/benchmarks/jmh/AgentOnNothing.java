package io.lockgraft.benchmarks.jmh;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Puts a store that does nothing behind the real agent in this JVM: woven methods, gate, engine and holds are those of
 * the jar. The agent has no setting for that, so its supplier of a store, which it asks at the first call, is
 * replaced by reflection.
 */
final class AgentOnNothing {
    private static final String STORE = "io.lockgraft.testing.store.NothingStore";

    private AgentOnNothing() {}

    static void arrange() throws ReflectiveOperationException {
        Field guard =
                Class.forName("io.lockgraft.bootstrap.LockGate", true, null).getDeclaredField("guard");
        guard.setAccessible(true);
        Object engine = guard.get(null);
        Object store = new TestClasses(engine.getClass().getClassLoader())
                .loadClass(STORE)
                .getConstructor()
                .newInstance();
        Supplier<Object> supplier = () -> store;
        if (!replaceSupplier(engine, supplier, Collections.newSetFromMap(new IdentityHashMap<>()))) {
            throw new IllegalStateException("no supplier of a store in " + engine.getClass()
                    + ", nor in what it is made of: the agent has changed, and this class must follow");
        }
    }

    /** In the object, or in one of ours that it is made of. */
    private static boolean replaceSupplier(Object owner, Supplier<Object> supplier, Set<Object> seen)
            throws ReflectiveOperationException {
        if (!seen.add(owner)) {
            return false;
        }
        for (Field field : owner.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            if (field.getType() == Supplier.class && field.getName().equals("store")) {
                requireUnasked(owner);
                field.setAccessible(true);
                field.set(owner, supplier);
                return true;
            }
            if (field.getType() == Map.class) {
                field.setAccessible(true);
                for (Object part : ((Map<?, ?>) field.get(owner)).values()) {
                    if (isOurs(part) && replaceSupplier(part, supplier, seen)) {
                        return true;
                    }
                }
            }
            if (field.getType().getName().startsWith("io.lockgraft.")) {
                field.setAccessible(true);
                Object part = field.get(owner);
                if (part != null && part.getClass() == field.getType() && replaceSupplier(part, supplier, seen)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isOurs(Object part) {
        return part.getClass().getName().startsWith("io.lockgraft.");
    }

    /** What a supplier has given stays, and would be measured. */
    private static void requireUnasked(Object owner) throws ReflectiveOperationException {
        Field gates = owner.getClass().getDeclaredField("gates");
        gates.setAccessible(true);
        if (gates.get(owner) != null) {
            throw new IllegalStateException("the agent has asked for its store before this one was put there");
        }
    }

    /** Our own class path's test classes, linked with the agent's classes, which no other loader sees. */
    private static final class TestClasses extends ClassLoader {
        TestClasses(ClassLoader agent) {
            super(agent);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = AgentOnNothing.class.getClassLoader().getResourceAsStream(file)) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
