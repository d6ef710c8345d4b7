package io.lockgraft.extension;

import io.lockgraft.manage.Version;

/** Says why the code of an extension failed, and what to do about it. */
final class Fault {
    private static final String SPI = "io.lockgraft.spi.";

    private Fault() {}

    /** @return continues a sentence whose subject is a class of the extension's or the jar */
    static String of(Throwable thrown) {
        if (thrown instanceof UnsupportedClassVersionError) {
            return "is compiled for a newer Java than this JVM, which is Java "
                    + System.getProperty("java.specification.version") + " (" + thrown.getMessage()
                    + "); compile it for Java 8, or for the oldest JVM that uses it";
        }
        if (thrown instanceof NoClassDefFoundError && missing(thrown) != null) {
            return missing(missing(thrown));
        }
        if (thrown instanceof IncompatibleClassChangeError) {
            return "does not fit this Lockgraft (" + thrown + "); " + rebuild();
        }
        if (thrown instanceof ExceptionInInitializerError && thrown.getCause() != null) {
            return failed(thrown.getCause());
        }
        return failed(thrown);
    }

    private static String failed(Throwable thrown) {
        return "failed: " + thrown + "; that is to be mended in the jar";
    }

    /** The name of the missing class; null where the class is there and its initializer has failed before. */
    private static String missing(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || message.indexOf(' ') >= 0 ? null : message.replace('/', '.');
    }

    private static String missing(String type) {
        return type.startsWith(SPI)
                ? "needs the class " + type + ", which this Lockgraft does not have; " + rebuild()
                : "needs the class " + type
                        + "; pack it into the jar, for an extension sees its own jar, io.lockgraft.spi"
                        + " and the JDK alone";
    }

    private static String rebuild() {
        return "build it against lockgraft-spi " + Version.text();
    }
}
