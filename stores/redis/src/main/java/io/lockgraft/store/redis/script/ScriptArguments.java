package io.lockgraft.store.redis.script;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.client.Commands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.connection.ConnectionManager;

/** What the scripts are called with: the keys in columns, as {@code head.lua} tells, and the arguments. */
public final class ScriptArguments {
    private static final long LONGEST_DELAY = TimeUnit.MINUTES.toMillis(2);

    private final ConnectionManager connections;
    private final boolean cluster;
    private final SideKeys sideKeys;
    private final LockNames names;

    /** @param cluster whether there are slots */
    public ScriptArguments(Redisson redisson, boolean cluster) {
        this.connections = redisson.getCommandExecutor().getConnectionManager();
        this.cluster = cluster;
        this.sideKeys = new SideKeys(cluster);
        this.names = new LockNames(redisson.getServiceManager().getNameMapper(), sideKeys);
    }

    /** The hash field that stands for an owner. */
    private String field(Request request) {
        return request.owner().text();
    }

    /**
     * Divides a request into those that one script can serve: in a cluster one for each slot. Their order is that of
     * the slots, so that two requests never wait for each other.
     */
    public List<Request> parts(Request request) {
        if (!cluster || request.keys().size() == 1) {
            return Collections.singletonList(request);
        }
        TreeMap<Integer, List<String>> slots = new TreeMap<>();
        for (String key : request.keys()) {
            slots.computeIfAbsent(Slots.of(names.of(key)), slot -> new ArrayList<>())
                    .add(key);
        }
        List<Request> parts = new ArrayList<>(slots.size());
        for (List<String> keys : slots.values()) {
            parts.add(request.with(keys, request.deadline()));
        }
        return parts;
    }

    /** The channel on which the release of a lock is told, one of two. */
    public String channel(String key, boolean readWrite) {
        return channelOf(names.of(key), readWrite);
    }

    private String channelOf(String lock, boolean readWrite) {
        return sideKeys.channel(readWrite ? "redisson_rwlock" : "redisson_lock__channel", lock);
    }

    /** By what name Redisson is asked for the server of a script's keys. */
    public String route(List<Object> keys) {
        return sideKeys.route(keys.get(0).toString());
    }

    /** Whether a grant tells the store's entry. In a cluster that lies in another slot than the locks. */
    public boolean tellsEntry(Request request) {
        return !cluster && request.entryOf() != null;
    }

    /** The key of the store's entry for a namespace. */
    public String entry(String namespace) {
        return names.ofEntry(namespace);
    }

    /** The keys of the script that takes the request's locks. */
    public List<Object> taking(Request request, List<Request> before) {
        List<Object> keys = keys(request, Scripts.of(request).queue, request.kind() == LockKind.FENCED);
        if (tellsEntry(request)) {
            keys.add(keys.size() - 1, entry(request.entryOf()));
        }
        for (Request other : before) {
            keys.add(keys.size() - 1, tombstone(other));
        }
        return keys;
    }

    /**
     * Of the script that takes the request's locks.
     *
     * @param keys of that script
     * @param before as of {@link Commands#acquire}
     */
    public List<Object> taking(Request request, List<Object> keys, long patience, List<Request> before) {
        Object more = request.kind() == LockKind.FENCED
                ? request.tokenAbove() + " " + request.tokens()
                : Integer.valueOf(request.permits());
        List<Object> arguments = telling(request, keys, request.leaseMillis(), patience, more);
        for (Request other : before) {
            arguments.add(field(other));
        }
        if (!before.isEmpty()) {
            arguments.add(Integer.toString(before.size()));
        }
        return arguments;
    }

    /** The owner, and what else a script is told. */
    public List<Object> arguments(Request request, Object... told) {
        List<Object> arguments = new ArrayList<>(request.keys().size() + told.length + 2);
        arguments.add(field(request));
        for (Object each : told) {
            arguments.add(each.toString());
        }
        return arguments;
    }

    /** The same, and how and where the script tells the release of each lock. */
    public List<Object> telling(Request request, List<Object> keys, Object... told) {
        boolean readWrite = request.kind() == LockKind.READ || request.kind() == LockKind.WRITE;
        List<Object> arguments = arguments(request, told);
        arguments.add(connections.getSubscribeService().getPublishCommand());
        for (int i = 0; i < request.keys().size(); i++) {
            arguments.add(channelOf(keys.get(i).toString(), readWrite));
        }
        return arguments;
    }

    /**
     * The keys of a script, in columns: the first are the locks' names, the last is the tombstone.
     *
     * @param queue whether those of the queue are among them; so for {@code tokens}
     */
    public List<Object> keys(Request request, boolean queue, boolean tokens) {
        List<String> locks = request.keys();
        List<Object> keys = new ArrayList<>(locks.size() * (queue ? 4 : 2) + 1);
        for (String lock : locks) {
            keys.add(names.of(lock));
        }
        for (int i = 0; queue && i < locks.size(); i++) {
            keys.add(sideKeys.name(keys.get(i).toString(), "waiting"));
        }
        for (int i = 0; queue && i < locks.size(); i++) {
            keys.add(sideKeys.name(keys.get(i).toString(), "heard"));
        }
        for (int i = 0; request.kind() == LockKind.READ && i < locks.size(); i++) {
            keys.add(sideKeys.timeout(keys.get(i).toString(), field(request)));
        }
        for (int i = 0; tokens && i < locks.size(); i++) {
            keys.add(sideKeys.token(keys.get(i).toString()));
        }
        keys.add(tombstone(keys.get(0).toString(), request));
        return keys;
    }

    /** Beside the first of the keys; where it stands, no acquire of this owner is granted any more. */
    public String tombstone(Request request) {
        return tombstone(names.of(request.keys().get(0)), request);
    }

    /** Beside a lock: what its owner's renewals tell of it. */
    public String told(String lock, String owner) {
        return sideKeys.name(names.of(lock), "told:" + owner);
    }

    /** What ends with the lease of an owner that reads. */
    public String timeout(String lock, String owner) {
        return sideKeys.timeout(names.of(lock), owner);
    }

    /** The name of a lock's own key. */
    public String lock(String key) {
        return names.of(key);
    }

    /** The key of the lock whose name this is; null where no lock has it. */
    public String keyOf(String name) {
        return names.keyOf(name);
    }

    /** What stands at the beginning of the names of locks whose keys begin so. */
    public String beginning(String key) {
        return names.map(key);
    }

    private String tombstone(String lock, Request request) {
        return sideKeys.name(lock, "abandoned:" + field(request));
    }

    /** For how many milliseconds a tombstone stays. */
    public static long delay(Request request) {
        return Math.max(LONGEST_DELAY, request.leaseMillis());
    }
}
