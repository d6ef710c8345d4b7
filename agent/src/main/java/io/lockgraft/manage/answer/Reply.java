package io.lockgraft.manage.answer;

/** One answer, seen at one moment, in both of its forms. */
interface Reply {
    /** Of maps, iterables, strings, numbers and booleans. */
    Object asJson();

    /** Lines for a terminal, each with its end. */
    String asText();

    /** Exit code of the command. */
    default int code() {
        return Printout.ANSWERED;
    }
}
