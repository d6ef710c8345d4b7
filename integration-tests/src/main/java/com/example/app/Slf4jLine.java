package com.example.app;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** An application that logs by slf4j. */
final class Slf4jLine implements Line {
    private final Logger log = LoggerFactory.getLogger("app");

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
