package io.lockgraft.store.http;

import java.io.IOException;

/**
 * A request was sent, or a part of it, and its answer is missing. The server may have done what it asks. An exception
 * of another class means that nothing was sent.
 */
public final class UnansweredException extends IOException {
    private static final long serialVersionUID = 1L;

    UnansweredException(String message, Throwable cause) {
        super(message, cause);
    }
}
