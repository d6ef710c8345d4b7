package io.lockgraft.spi.session;

import io.lockgraft.spi.Owner;
import io.lockgraft.spi.thread.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The owners that have lost a grant of a session. Commands of these owners take no key: the body may go on for which it
 * would be taken, and another one has run meanwhile.
 */
final class Losers {
    /**
     * Far longer than such a command comes behind the loss. A caller that knows of a loss gives none, however long its
     * {@code wait} is, and it is told in the same moment: only a command that its thread is about to give comes later.
     */
    private static final long LATEST_COMMAND = TimeUnit.MINUTES.toNanos(10);

    private final Clock clock;
    private final Set<Owner> owners = ConcurrentHashMap.newKeySet();

    Losers(Clock clock) {
        this.clock = clock;
    }

    void add(Owner owner) {
        owners.add(owner);
        clock.after(LATEST_COMMAND, () -> owners.remove(owner));
    }

    boolean has(Owner owner) {
        return owners.contains(owner);
    }
}
