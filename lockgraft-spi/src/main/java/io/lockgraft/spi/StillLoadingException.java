package io.lockgraft.spi;

import java.util.concurrent.TimeoutException;

/** There is no answer because the backend is not loaded yet, whatever its store would say. */
public final class StillLoadingException extends TimeoutException {
    private static final long serialVersionUID = 1L;

    public StillLoadingException(String message) {
        super(message);
    }
}
