package io.lockgraft.language.expression.value;

import io.lockgraft.language.type.TypeNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Types of the JDK whose text tells of this JVM alone, as a future's or a thread's; and what to write instead. */
public final class JvmBoundTypes {
    private static final Map<String, String> ADVICE = new LinkedHashMap<>();

    static {
        advise("write .key or .value behind it", "java.util.", "Map$Entry");
        advise("write .name behind it", "java.lang.", "Thread Module");
        advise("write .get() behind it", "java.", "lang.ref.Reference util.function.Supplier");
        advise("name what the work is for", "java.util.concurrent.", "Future CompletionStage Callable Executor");
        advise("name what the work is for", "java.lang.", "Runnable Process");
        advise("name what it guards", "java.util.concurrent.locks.", "Lock ReadWriteLock Condition StampedLock");
        advise("name what it guards", "java.util.concurrent.locks.", "AbstractOwnableSynchronizer");
        advise("name what it guards", "java.util.concurrent.", "Semaphore CountDownLatch Phaser");
        advise("name where it comes from", "java.", "io.InputStream io.Reader nio.channels.Channel");
        advise("name something of the call", "java.", "lang.ClassLoader util.Comparator sql.Wrapper");
        advise("name something of the call", "java.util.function.", "Function BiFunction Predicate Consumer");
    }

    private JvmBoundTypes() {}

    private static void advise(String instead, String inPackage, String types) {
        for (String each : types.split(" ")) {
            ADVICE.put(inPackage + each, instead);
        }
    }

    /** The types by name. */
    public static Set<String> names() {
        return ADVICE.keySet();
    }

    /** Why a value of a type of this name, which is one of these, has no text for a key. */
    public static String problem(String name, String of) {
        return TypeNames.simple(name) + " has no text that is the same in every JVM; " + ADVICE.get(of);
    }

    /** Why a value of this class has no text for a key; null where it may have one. */
    public static String problem(Class<?> type) {
        String found = found(type);
        return found == null ? null : problem(type.getName(), found);
    }

    private static String found(Class<?> type) {
        String found = ADVICE.containsKey(type.getName()) ? type.getName() : null;
        for (Class<?> each : type.getInterfaces()) {
            found = found == null ? found(each) : found;
        }
        return found == null && type.getSuperclass() != null ? found(type.getSuperclass()) : found;
    }
}
