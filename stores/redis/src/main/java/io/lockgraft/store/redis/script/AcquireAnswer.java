package io.lockgraft.store.redis.script;

import io.lockgraft.spi.Owner;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.store.redis.failure.UnreadableException;
import java.util.List;

/** What the server said: all keys are granted, or one of them is busy. */
public final class AcquireAnswer {
    /** What a writer's field has behind its owner. */
    private static final String WRITER = ":write";

    /** The number of the busy key in the request; -1 where all are granted. */
    public final int busy;

    /** The fencing token; or the milliseconds after which the busy key may be had, negative where that is not known. */
    public final long value;

    /** On which of its two channels the busy key's release is told. */
    public final boolean readWrite;

    /** How many releases of the busy key are for waiters in front of this owner, as far as is known. */
    public final int releases;

    /** Who holds the busy key, as {@link Owner#holder} tells it; null where that is not known. */
    public final String holder;

    /** The store's entry where the script tells it; else null. */
    public final StoreEntry entry;

    /** @param keys how many were asked for */
    public AcquireAnswer(Object answer, int keys) {
        if (!(answer instanceof List)) {
            throw new UnreadableException();
        }
        List<?> said = (List<?>) answer;
        busy = (int) number(said, 0, 0, keys) - 1;
        value = number(said, 1, Long.MIN_VALUE, Long.MAX_VALUE);
        readWrite = busy >= 0 && number(said, 2, 0, 1) == 1;
        releases = busy >= 0 ? (int) number(said, 3, 0, Integer.MAX_VALUE) : 0;
        holder = busy >= 0 && said.size() > 4 ? holder(said.get(4)) : null;
        entry = busy < 0 && said.size() > 2 ? entry(said, 2) : null;
    }

    private static String holder(Object field) {
        if (!(field instanceof String)) {
            throw new UnreadableException();
        }
        String owner = (String) field;
        return Owner.holder(owner.endsWith(WRITER) ? owner.substring(0, owner.length() - WRITER.length()) : owner);
    }

    /** The answer of {@link Scripts#ENTRY}. */
    public static StoreEntry entry(Object answer) {
        if (!(answer instanceof List)) {
            throw new UnreadableException();
        }
        return entry((List<?>) answer, 0);
    }

    private static StoreEntry entry(List<?> said, int i) {
        if (said.size() > i && said.get(i) instanceof String) {
            return new StoreEntry((String) said.get(i), number(said, i + 1, 0, Long.MAX_VALUE));
        }
        throw new UnreadableException();
    }

    /** Whether it begins as that of a grant does. */
    public static boolean isGrant(List<?> said) {
        return said != null && !said.isEmpty() && Long.valueOf(0).equals(said.get(0));
    }

    private static long number(List<?> said, int i, long least, long most) {
        Object number = i < said.size() ? said.get(i) : null;
        if (number instanceof Long && (Long) number >= least && (Long) number <= most) {
            return (Long) number;
        }
        throw new UnreadableException();
    }
}
