package io.lockgraft.cli.ask;

/** Why a JVM could not be asked, in words for a person, with the exit code of the command. */
final class NotAsked extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;

    NotAsked(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    int code() {
        return code;
    }
}
