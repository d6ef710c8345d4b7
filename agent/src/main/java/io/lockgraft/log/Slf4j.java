package io.lockgraft.log;

import static java.lang.invoke.MethodType.methodType;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.handle.Lookups;
import io.lockgraft.spi.log.Log;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * A logger of one slf4j of the application's, called by name. slf4j is past its initialisation where this is made: that
 * moment is the application's to choose.
 */
public final class Slf4j {
    /** The class that an application comes in by; nothing uses slf4j before it is loaded. */
    public static final String ENTRY = "org.slf4j.LoggerFactory";

    private static final String NAME = "io.lockgraft";
    private static final int SUCCEEDED = 3;

    /** By the loaded {@link #ENTRY}, which keeps it: an application that has been stopped can be collected. */
    private static final ClassValue<Slf4j> COPIES = new ClassValue<Slf4j>() {
        @Override
        protected Slf4j computeValue(Class<?> entry) {
            try {
                return new Slf4j(entry);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private final MethodHandle isErrorEnabled;
    private final Map<Log.Level, MethodHandle> write = new EnumMap<>(Log.Level.class);
    private final ClassLoader loader;

    private Slf4j(Class<?> entry) throws ReflectiveOperationException {
        this.loader = entry.getClassLoader();
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        Class<?> type = Class.forName("org.slf4j.Logger", false, loader);
        Object logger = entry.getMethod("getLogger", String.class).invoke(null, NAME);
        isErrorEnabled = lookup.findVirtual(type, "isErrorEnabled", methodType(boolean.class))
                .bindTo(logger);
        for (Log.Level level : Log.Level.values()) {
            if (level != Log.Level.OFF) {
                String method = level.name().toLowerCase(Locale.ROOT);
                write.put(
                        level,
                        lookup.findVirtual(type, method, methodType(void.class, String.class))
                                .bindTo(logger));
            }
        }
    }

    /** Returns that of this {@link #ENTRY}, which {@link #isReady}; fails where it is none that we know. */
    static Slf4j of(Class<?> entry) {
        return COPIES.get(entry);
    }

    /**
     * True if slf4j is past its initialisation. While another thread initialises slf4j 2 it must not be touched: what
     * is asked for then is a substitute for good. Where no backend was found, nobody reads what it is given.
     *
     * @param entry the loaded {@link #ENTRY}
     */
    public static boolean isReady(Class<?> entry, Access access) {
        try {
            MethodHandle state = Lookups.in(entry, access).findStaticGetter(entry, "INITIALIZATION_STATE", int.class);
            return (int) state.invokeExact() == SUCCEEDED;
        } catch (NoSuchFieldException | IllegalAccessException unknownVersion) {
            return true;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** False where even errors are turned off, as by Spring Boot until it has read the application's configuration. */
    boolean takesErrors() throws Throwable {
        return (boolean) isErrorEnabled.invokeExact();
    }

    /** Its backend may find its configuration by the thread's context loader. */
    void write(Log.Level level, String message) throws Throwable {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            write.get(level).invokeExact(message);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
