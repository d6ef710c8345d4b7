package io.lockgraft.spi;

import java.util.concurrent.TimeoutException;

/** There is no answer because the store's library is not loaded yet. */
public final class StillLoadingException extends TimeoutException {
    private static final long serialVersionUID = 1L;

    public StillLoadingException(String message) {
        super(message);
    }
}
