package io.lockgraft.store.redis.script;

import io.lockgraft.spi.Owner;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.redis.failure.UnreadableException;
import java.util.List;

/**
 * What renewals write beside a lock: since when its owner has it by the server's clock, its rule and its thread, a line
 * each. Calls shorter than a third of their lease are not renewed, and have none. Immutable.
 */
public final class Told {
    private static final int LINES = 3;

    private final List<?> said;

    /** @param answer that of {@link Scripts#TOLD} */
    public Told(Object answer) {
        if (!(answer instanceof List)) {
            throw new UnreadableException();
        }
        said = (List<?>) answer;
    }

    /** What stands behind the time. */
    public static String text(Owner owner) {
        return '\n' + line(owner.rule()) + '\n' + line(owner.thread());
    }

    private static String line(String text) {
        return text == null ? "" : text.replace('\n', ' ');
    }

    /** The owner with this number, of those that were asked for. */
    public StoredLock lock(String key, String owner, int i, Holders holders) {
        if (said.size() < 2 * i + 2 || !(said.get(2 * i + 1) instanceof Long)) {
            throw new UnreadableException();
        }
        String[] lines = String.valueOf(said.get(2 * i)).split("\n", -1);
        long left = holders.left(owner, (Long) said.get(2 * i + 1));
        if (lines.length != LINES || !lines[0].matches("[0-9]{1,18}")) {
            return new StoredLock(key, owner, null, null, -1, left);
        }
        long held = Math.max(0, holders.time - Long.parseLong(lines[0]));
        return new StoredLock(key, owner, orNull(lines[1]), orNull(lines[2]), held, left);
    }

    private static String orNull(String line) {
        return line.isEmpty() ? null : line;
    }
}
