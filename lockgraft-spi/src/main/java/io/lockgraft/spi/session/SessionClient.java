package io.lockgraft.spi.session;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Request;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One session at the server, as a {@link SessionStore} uses it. No method blocks. A future fails where the server did
 * not answer, and the question is asked again. It fails with a {@link Answer.Refusal} where asking again cannot help.
 */
public interface SessionClient {
    /** Makes the place of this owner at this key. Asks the server nothing yet. */
    Place place(String key, Request request);

    /**
     * Proves that the session lives, and looks whether these places still have their keys: one that does not is {@link
     * Place#lose lost} before the answer.
     *
     * @return the time, by System.nanoTime, from which the session's lease counts: no later than the question was sent
     */
    CompletableFuture<Long> prove(Collection<Place> held);

    /**
     * Gives the first of {@link Request#tokens} fence tokens in a row: greater than all tokens before it at each of
     * these places, and greater than {@link Request#tokenAbove}. They are stored in one step that fails where a place
     * does not have its key.
     */
    CompletableFuture<Long> token(List<Place> places, Request request);

    /** Looks at all locks of the store, those of other sessions too. */
    default SessionLocks locks() {
        return new SessionLocks() {};
    }

    /** Ends the session at the server, as far as that can be reached, and all threads and connections. */
    void end();
}
