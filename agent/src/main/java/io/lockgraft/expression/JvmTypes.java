package io.lockgraft.expression;

import java.util.LinkedHashMap;
import java.util.Map;

/** Types of the JDK whose text tells of this JVM alone, as a future's or a thread's; and what to write instead. */
final class JvmTypes {
    private static final Map<String, String> ADVICE = new LinkedHashMap<>();

    static {
        advise("write .key or .value behind it", "java.util.Map$Entry");
        advise("write .name behind it", "java.lang.Thread", "java.lang.Module");
        advise("write .get() behind it", "java.lang.ref.Reference", "java.util.function.Supplier");
        advise(
                "name what the work is for",
                "java.util.concurrent.Future",
                "java.util.concurrent.CompletionStage",
                "java.util.concurrent.Callable",
                "java.util.concurrent.Executor",
                "java.lang.Runnable",
                "java.lang.Process");
        advise(
                "name what it guards",
                "java.util.concurrent.locks.Lock",
                "java.util.concurrent.locks.ReadWriteLock",
                "java.util.concurrent.locks.Condition",
                "java.util.concurrent.locks.StampedLock",
                "java.util.concurrent.locks.AbstractOwnableSynchronizer",
                "java.util.concurrent.Semaphore",
                "java.util.concurrent.CountDownLatch",
                "java.util.concurrent.Phaser");
        advise("name where it comes from", "java.io.InputStream", "java.io.Reader", "java.nio.channels.Channel");
        advise(
                "name something of the call",
                "java.lang.ClassLoader",
                "java.util.Comparator",
                "java.util.function.Function",
                "java.util.function.BiFunction",
                "java.util.function.Predicate",
                "java.util.function.Consumer",
                "java.sql.Wrapper");
    }

    private JvmTypes() {}

    private static void advise(String instead, String... types) {
        for (String each : types) {
            ADVICE.put(each, instead);
        }
    }

    /** Why a value of this type has no text for a key; null where it may have one. */
    static String problem(StaticType type, Hierarchy hierarchy) {
        for (Map.Entry<String, String> each : ADVICE.entrySet()) {
            if (hierarchy.isSubtype(type, each.getKey())) {
                return problem(type.name(), each.getValue());
            }
        }
        return null;
    }

    /** The same of a class that is there. */
    static String problem(Class<?> type) {
        String instead = instead(type);
        return instead == null ? null : problem(type.getName(), instead);
    }

    private static String problem(String name, String instead) {
        return StaticType.simple(name) + " has no text that is the same in every JVM; " + instead;
    }

    private static String instead(Class<?> type) {
        String found = ADVICE.get(type.getName());
        for (Class<?> each : found == null ? type.getInterfaces() : new Class<?>[0]) {
            found = found == null ? instead(each) : found;
        }
        return found == null && type.getSuperclass() != null ? instead(type.getSuperclass()) : found;
    }
}
