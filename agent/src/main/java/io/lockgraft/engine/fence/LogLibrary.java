package io.lockgraft.engine.fence;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.handle.Lookups;
import java.lang.invoke.MethodHandle;

/**
 * A logging library that has a context for each thread, whose values a log line can show. Only one that the application
 * uses already is touched: the first use of a library reads its configuration, and that moment is the application's to
 * choose.
 */
enum LogLibrary {
    SLF4J("org.slf4j.LoggerFactory", "org.slf4j.MDC"),
    LOG4J_1("org.apache.log4j.LogManager", "org.apache.log4j.MDC"),
    LOG4J_2("org.apache.logging.log4j.LogManager", "org.apache.logging.log4j.ThreadContext");

    /** The class that an application comes in by; nothing uses the library before it is loaded. */
    final String entry;

    /** The class with the static methods get, put and remove. */
    final String context;

    LogLibrary(String entry, String context) {
        this.entry = entry;
        this.context = context;
    }

    /**
     * True if the library is past its initialisation. The MDC must not be touched while another thread initialises
     * slf4j 2: it would keep a substitute for good. The state is 3 once that has succeeded; where no backend was found,
     * nothing reads the MDC.
     */
    boolean isReady(Class<?> loadedEntry, Access access) {
        if (this != SLF4J) {
            return true;
        }
        try {
            MethodHandle state =
                    Lookups.in(loadedEntry, access).findStaticGetter(loadedEntry, "INITIALIZATION_STATE", int.class);
            return (int) state.invokeExact() == 3;
        } catch (NoSuchFieldException | IllegalAccessException unknownVersion) {
            return true;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
