package io.lockgraft.spi.polled;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The keys of a polled store, and what holds them. Each method is one question to the store: it waits for no lock, and
 * its future fails where the store does not answer. A question that is asked twice has the effect of one.
 */
public interface KeyTable {
    /**
     * Whether the claim has the key now, with its lease begun anew. Where it has not and {@link Claim#waits}, it is
     * asked for again, so a store that keeps turns notes its place.
     */
    CompletableFuture<Boolean> enter(String key, Claim claim);

    /** The claim has, and wants, these keys no more. True where it had all of them. They are left in this order. */
    CompletableFuture<Boolean> leave(List<String> keys, Claim claim);

    /**
     * Lets the leases of these keys end so many nanoseconds from now. True where the claim has all of them.
     *
     * @param nanos negative: the leases stay, and the answer alone counts
     */
    CompletableFuture<Boolean> extend(List<String> keys, Claim claim, long nanos);

    /**
     * The first of the request's fencing tokens, once all keys are entered. 0 where the store cannot say now and is to
     * be asked again. A claim that asks again keeps its tokens, unless they are too low for the request.
     */
    CompletableFuture<Long> token(Claim claim);

    /** In how many nanoseconds a claim that waits for the key asks again, unless {@link Claim#ask} comes first. */
    long pause(String key);
}
