package com.example.app;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;

/** An application that logs by log4j 2. */
final class Log4j2Line implements Line {
    private final Logger log = LogManager.getLogger("app");

    @Override
    public void log(String text) {
        log.info(text);
    }

    @Override
    public void own(String value) {
        if (value == null) {
            ThreadContext.remove("lockgraft.fence");
        } else {
            ThreadContext.put("lockgraft.fence", value);
        }
    }
}
