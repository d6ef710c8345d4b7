package io.lockgraft.engine.fence;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.log.Slf4j;

/**
 * A logging library that has a context for each thread, whose values a log line can show. Only one that the application
 * uses already is touched: the first use of a library reads its configuration, and that moment is the application's to
 * choose.
 */
enum LogLibrary {
    SLF4J(Slf4j.ENTRY, "org.slf4j.MDC"),
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

    /** True if the library is past its initialisation, so that its context may be touched. */
    boolean isReady(Class<?> loadedEntry, Access access) {
        return this != SLF4J || Slf4j.isReady(loadedEntry, access);
    }
}
