package com.example.app;

import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Calls a locked method before and after its own log manager comes into use, and tells which manager that is. */
public final class LoggingApp {
    private static final String PROPERTY = "java.util.logging.manager";

    private LoggingApp() {}

    public static void main(String[] args) {
        System.out.println(new Watched().look("before"));
        if (System.getProperty(PROPERTY) == null) {
            // As the launcher of an application server does: whoever logs before this has spoilt it.
            System.setProperty(PROPERTY, OwnLogManager.class.getName());
        }
        Logger.getLogger("com.example.app").fine("logging has started");
        System.out.println(LogManager.getLogManager().getClass().getSimpleName());
        System.out.println(new Watched().look("after"));
    }

    /** A log manager of the application's own. */
    public static final class OwnLogManager extends LogManager {}
}
