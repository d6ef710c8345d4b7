package io.lockgraft.cli.connect;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** A store could not be opened or did not answer. The message says which, why, and what to do. */
public final class StoreFailure extends Exception {
    /** Why there is no answer after half a minute. */
    static final String SILENT = "it has not answered for half a minute; look at its address, and at what is between";

    private static final String REFUSED = "Connection refused";

    private static final long serialVersionUID = 1L;

    StoreFailure(String message) {
        super(message);
    }

    /** What a failed question tells a reader: why, and what to do. */
    static String told(Throwable failed) {
        Throwable cause = failed;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String why = cause.getMessage() == null || cause instanceof Error ? cause.toString() : cause.getMessage();
        return why.contains(REFUSED) ? why + "; start the server, or correct its address in the file" : why;
    }
}
