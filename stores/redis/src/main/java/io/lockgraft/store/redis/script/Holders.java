package io.lockgraft.store.redis.script;

import io.lockgraft.spi.LockKind;
import io.lockgraft.store.redis.failure.UnreadableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What stands under a lock's name: the owners of the lock, also those of Redisson's own. None where it is no lock: an
 * application may have a hash or a sorted set of its own there. Immutable.
 */
public final class Holders {
    /** An owner of Lockgraft's, or a client and a thread of Redisson's. */
    private static final Pattern OWNER = Pattern.compile("([A-Za-z0-9.-]+:[A-Za-z0-9.-]+:)?[0-9a-f-]+:[0-9]+");

    private static final Pattern COUNT = Pattern.compile("[0-9]+");
    private static final String WRITER = ":write";
    private static final int FIRST = 3;

    /** The server's clock when it was read, in milliseconds. */
    public final long time;

    private final long left;
    private final Map<String, LockKind> kinds = new LinkedHashMap<>();

    /** Until which time by the server's clock each owner has a permit of a semaphore. */
    private final Map<String, Long> ends = new LinkedHashMap<>();

    /** @param answer that of {@link Scripts#HOLDERS} */
    public Holders(Object answer) {
        List<?> said = answer instanceof List ? (List<?>) answer : Collections.emptyList();
        if (said.size() < FIRST || said.size() % 2 == 0) {
            throw new UnreadableException();
        }
        time = number(said.get(0));
        left = number(said.get(1));
        boolean isHash = number(said.get(2)) == 1;
        if (!(isHash ? readHash(said) : readPermits(said))) {
            kinds.clear();
        }
    }

    private static long number(Object said) {
        if (said instanceof Long) {
            return (Long) said;
        }
        throw new UnreadableException();
    }

    /** Whether it is that of a lock. */
    private boolean readHash(List<?> said) {
        int mode = said.subList(FIRST, said.size()).indexOf("mode");
        boolean isPlain = mode < 0;
        for (int i = FIRST; i < said.size(); i += 2) {
            String field = String.valueOf(said.get(i));
            boolean writes = !isPlain && field.endsWith(WRITER);
            String owner = writes ? field.substring(0, field.length() - WRITER.length()) : field;
            if (i - FIRST == mode) {
                continue;
            }
            if (!OWNER.matcher(owner).matches()
                    || !COUNT.matcher(String.valueOf(said.get(i + 1))).matches()) {
                return false;
            }
            // Redisson's writer may read as well.
            kinds.merge(
                    owner,
                    isPlain ? LockKind.EXCLUSIVE : writes ? LockKind.WRITE : LockKind.READ,
                    (one, other) -> LockKind.WRITE);
        }
        return true;
    }

    private boolean readPermits(List<?> said) {
        for (int i = FIRST; i < said.size(); i += 2) {
            String owner = String.valueOf(said.get(i));
            if (!OWNER.matcher(owner).matches()) {
                return false;
            }
            kinds.put(owner, LockKind.SEMAPHORE);
            ends.put(owner, (long) Double.parseDouble(String.valueOf(said.get(i + 1))));
        }
        return true;
    }

    /** As text. */
    public List<String> owners() {
        return new ArrayList<>(kinds.keySet());
    }

    /** How this owner has the lock; null where it has not. A fair lock and a fenced one look like an exclusive one. */
    public LockKind kind(String owner) {
        return kinds.get(owner);
    }

    /**
     * For how many milliseconds this owner has the lock, unless it is renewed; negative where that is not known.
     *
     * @param reading the same of what ends with the lease of an owner that reads
     */
    public long left(String owner, long reading) {
        Long end = ends.get(owner);
        if (end != null) {
            return Math.max(0, end - time);
        }
        return kinds.get(owner) == LockKind.READ && reading >= 0 ? reading : left;
    }
}
