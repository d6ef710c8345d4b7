package io.lockgraft.store.log;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.NOP_FallbackServiceProvider;

/**
 * Gives Redisson and Netty loggers that end in the agent's own log, and no markers or contexts of its own; found by
 * slf4j as a service.
 */
public final class Provider extends NOP_FallbackServiceProvider {
    private final ConcurrentMap<String, Logger> loggers = new ConcurrentHashMap<>();

    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> loggers.computeIfAbsent(name, LibraryLogger::new);
    }
}
