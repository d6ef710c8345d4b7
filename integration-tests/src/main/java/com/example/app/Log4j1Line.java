package com.example.app;

import org.apache.log4j.Logger;
import org.apache.log4j.MDC;

/** An application that logs by log4j 1. */
final class Log4j1Line implements Line {
    private final Logger log = Logger.getLogger("app");

    @Override
    public void log(String text) {
        log.info(text);
    }

    @Override
    public void own(String value) {
        if (value == null) {
            MDC.remove("lockgraft.fence");
        } else {
            MDC.put("lockgraft.fence", value);
        }
    }
}
