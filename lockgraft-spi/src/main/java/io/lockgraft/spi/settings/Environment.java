package io.lockgraft.spi.settings;

/** Where {@code ${NAME}} and the options come from; the process's own outside tests. */
public interface Environment {
    /** The environment variable, or null. */
    String variable(String name);

    /** The system property, or null. */
    String property(String name);

    /** The process's own. */
    Environment PROCESS = new Environment() {
        @Override
        public String variable(String name) {
            return System.getenv(name);
        }

        @Override
        public String property(String name) {
            return System.getProperty(name);
        }
    };
}
