package io.lockgraft.store.redis.script;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.failure.UnreadableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The Lua that runs in Redis, for one kind of lock. It lies in files beside this class, in parts; {@code head.lua}
 * tells how they fit together. A fair or a fenced lock that is held looks like an exclusive one, and shares its scripts
 * for release and renewal.
 */
public final class Scripts {
    private static final Map<LockKind, Scripts> ALL = all();

    /** Asks whether tombstones say that their owners held all. */
    public static final String PROVE = part("marks") + part("prove");

    /** Reads the store's entry, and may replace it. */
    public static final String ENTRY = part("time") + part("entry");

    /** Reads what stands under a lock's name. */
    public static final String HOLDERS = part("time") + part("holders");

    /** Reads what is beside a lock of its owners. */
    public static final String TOLD = part("told");

    /** Writes what is to be told of an owner. */
    public static final String TELL = part("time") + part("tell");

    /** Removes keys. */
    public static final String FORGET = "return redis.call('del', unpack(KEYS))";

    /** Takes the locks, behind owners that are giving them back; keys with their marks before the tombstone. */
    public final String acquire;

    /** The same; a grant tells the store's entry, whose key stands before the marks. */
    public final String acquireWithEntry;

    /** Gives the locks back. The tombstone may be the mark of a later owner. */
    public final String release;

    /** The same, and gives the places in their queues back. */
    public final String bury;

    /** Lets the leases end later, or sooner. */
    public final String extend;

    /** Takes one lock away from its owner. */
    public final String unlock;

    /** Whether waiters of this kind stand in a queue. */
    public final boolean queue;

    private final String held;

    /**
     * @param columns how many keys belong to each lock that is held
     * @param more how many more a script needs that takes it; those of the queue, where there is one, come before
     */
    private Scripts(int columns, int more, boolean queue, String take, String held) {
        this.queue = queue;
        this.held = held;
        int waiting = columns + (queue ? 2 : 0);
        String marks = "1 + (string.match(ARGV[#ARGV], '^%d+$') or 0)";
        String taking = held + ' ' + take + " back succeed acquire";
        acquire = script(waiting + more, marks, 5, 0, taking);
        acquireWithEntry = script(waiting + more, marks, 5, 1, taking);
        release = script(waiting, "1", 2, 0, held + (queue ? " time queue" : "") + " release");
        bury = script(waiting, "1", 2, 0, held + ' ' + (queue ? take : "") + " back release");
        unlock = script(waiting, "1", 2, 0, held + (queue ? " time queue" : "") + " unlock");
        extend = script(columns, "(ARGV[4] == '0' and 0 or 1)", 5, 0, held + " extend");
    }

    public static Scripts of(Request request) {
        return ALL.get(request.kind());
    }

    /** The first script of a JVM. Asking for it reads all others from their files, which no call is to wait for. */
    public static String nothing() {
        return "return 0";
    }

    /** Whether the second can give back in the name of the first one's owner. */
    public static boolean canSucceed(Request before, Request asked) {
        return asked.kind() != LockKind.READ && of(before).held.equals(of(asked).held);
    }

    /** The answer to any of them but those that take. */
    public static long flags(Object said) {
        if (said instanceof Long && ((Long) said & ~7) == 0) {
            return (Long) said;
        }
        throw new UnreadableException();
    }

    /** Of these. */
    public static boolean wasOurs(long answer) {
        return (answer & 1) == 1;
    }

    /** Of those of {@link #bury} or {@link #extend}: what is still on its way would not be refused. */
    public static boolean isForgotten(long answer) {
        return (answer & 2) == 2;
    }

    /** Of those of {@link #release} and {@link #bury}: a client that does not queue has heard the release. */
    public static boolean isBeside(long answer) {
        return (answer & 4) == 4;
    }

    private static Map<LockKind, Scripts> all() {
        Map<LockKind, Scripts> all = new EnumMap<>(LockKind.class);
        Scripts exclusive = new Scripts(1, 0, true, "hash-enter time queue turn holder exclusive", "hash-held");
        all.put(LockKind.EXCLUSIVE, exclusive);
        all.put(LockKind.FAIR, exclusive);
        all.put(
                LockKind.FENCED,
                new Scripts(1, 1, true, "hash-enter time queue turn holder exclusive fenced", "hash-held"));
        all.put(
                LockKind.WRITE,
                new Scripts(1, 0, true, "hash-enter time queue turn holder exclusive", "write hash-held"));
        all.put(LockKind.READ, new Scripts(2, 0, true, "read time queue turn holder reading", "read"));
        all.put(LockKind.SEMAPHORE, new Scripts(1, 0, false, "time semaphore permits", "time semaphore"));
        return Collections.unmodifiableMap(all);
    }

    private static String script(int columns, String marks, int publish, int entry, String parts) {
        String constants = "local COLUMNS, MARKS, PUBLISH, ENTRY = " + columns + ", " + marks + ", " + publish + ", "
                + entry + '\n';
        Stream<String> names =
                Stream.of(("marks head wake " + parts).split(" +")).distinct();
        return constants + names.map(Scripts::part).collect(Collectors.joining());
    }

    private static String part(String name) {
        InputStream file = Scripts.class.getResourceAsStream(name + ".lua");
        try (BufferedReader in = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return in.lines().collect(Collectors.joining("\n", "", "\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
