package io.lockgraft.backend.redis;

import io.lockgraft.rules.LockKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The Lua that runs in Redis, for one kind of lock. It lies in files beside this class, in parts; {@code head.lua} tells
 * how they fit together. What a fair or a fenced lock looks like once it is held is an exclusive lock, so they give back
 * and renew by the same script.
 */
final class Scripts {
    private static final Map<LockKind, Scripts> ALL = all();

    /** Takes the locks; keys with the tombstone. */
    final String acquire;

    /** Gives the locks back. */
    final String release;

    /** Gives the locks and the places in their queues back; keys with the tombstone. */
    final String bury;

    /** Lets the leases end later, or sooner. */
    final String extend;

    /** The same, and refuses what is still on its way; keys with the tombstone. */
    final String keep;

    /** Whether waiters of this kind stand in a queue. */
    final boolean queue;

    private Scripts(int beside, boolean queue, String[] held, String... taking) {
        this.queue = queue;
        int waits = queue ? 2 : 0;
        boolean timeouts = held[0].equals("read");
        int columns = timeouts ? 2 : 1;
        acquire = script(columns + waits + beside, 1, held, concat(taking, "acquire"));
        release = script(columns, 0, held, "release");
        bury = script(columns + waits, 1, held, queue ? concat(taking, "bury") : new String[] {"bury"});
        extend = script(columns, 0, held, "extend");
        keep = script(columns, 1, held, "extend");
    }

    static Scripts of(LockKind kind) {
        return ALL.get(kind);
    }

    /** Of the answer to any of them but {@link #acquire}. */
    static boolean wasOurs(long answer) {
        return (answer & 1) == 1;
    }

    /** Of the answer to {@link #bury} or {@link #keep}: what is still on its way would not be refused. */
    static boolean isForgotten(long answer) {
        return (answer & 2) == 2;
    }

    private static Map<LockKind, Scripts> all() {
        String[] hash = {"hash"};
        Map<LockKind, Scripts> all = new EnumMap<>(LockKind.class);
        all.put(LockKind.EXCLUSIVE, new Scripts(0, false, hash, "exclusive"));
        all.put(LockKind.FENCED, new Scripts(1, false, hash, "exclusive", "fenced"));
        all.put(LockKind.FAIR, new Scripts(0, true, hash, "time", "queue", "fair"));
        all.put(LockKind.WRITE, new Scripts(0, true, new String[] {"write"}, "time", "queue", "writing"));
        all.put(LockKind.READ, new Scripts(0, true, new String[] {"read"}, "time", "queue", "reading"));
        all.put(LockKind.SEMAPHORE, new Scripts(0, false, new String[] {"time", "semaphore"}, "permits"));
        return Collections.unmodifiableMap(all);
    }

    private static String script(int columns, int tombstone, String[] held, String... rest) {
        StringBuilder lua = new StringBuilder();
        lua.append("local COLUMNS, TOMBSTONE = ").append(columns).append(", ").append(tombstone);
        lua.append('\n').append(part("head"));
        for (String name : held) {
            lua.append(part(name));
        }
        for (String name : rest) {
            lua.append(part(name));
        }
        return lua.toString();
    }

    private static String[] concat(String[] parts, String last) {
        String[] all = Arrays.copyOf(parts, parts.length + 1);
        all[parts.length] = last;
        return all;
    }

    private static String part(String name) {
        try (InputStream in = Scripts.class.getResourceAsStream(name + ".lua")) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] some = new byte[4096];
            for (int n = in.read(some); n >= 0; n = in.read(some)) {
                out.write(some, 0, n);
            }
            return new String(out.toByteArray(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
