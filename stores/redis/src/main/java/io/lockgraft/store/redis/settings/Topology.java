package io.lockgraft.store.redis.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** On which servers the locks live, and how these belong together. Immutable. */
public final class Topology {
    /** How the servers belong together. */
    public enum Kind {
        /** One server. */
        SINGLE,
        /** Servers that Sentinel watches; the addresses are the Sentinels'. */
        SENTINEL,
        /** A Redis Cluster; the addresses are some of its nodes. */
        CLUSTER,
        /** A primary and its replicas, found by asking all of the addresses. */
        REPLICATED,
        /** Independent servers of which most must agree. */
        QUORUM,
        /** Whatever the Redisson configuration says. */
        CONFIG;

        /** As the rules file writes it. */
        public String word() {
            return this == SINGLE ? "address" : name().toLowerCase(Locale.ROOT);
        }
    }

    public final Kind kind;

    /** The path of a whole configuration, or the name that Sentinel gives the servers; null for every other kind. */
    public final String name;

    /** redis://host:port or rediss://host:port, always with a port and without a user; empty for a configuration. */
    public final List<String> addresses;

    public Topology(Kind kind, String name, List<String> addresses) {
        this.kind = kind;
        this.name = name;
        this.addresses = Collections.unmodifiableList(new ArrayList<>(addresses));
    }

    public static Topology single(String address) {
        return new Topology(Kind.SINGLE, null, Collections.singletonList(address));
    }

    /** @param config the path of a redisson.yaml */
    public static Topology config(String config) {
        return new Topology(Kind.CONFIG, config, Collections.<String>emptyList());
    }

    /** As a log may name it. */
    @Override
    public String toString() {
        switch (kind) {
            case SINGLE:
                return addresses.get(0);
            case CONFIG:
                return name;
            default:
                return kind.word() + (name == null ? " " : ' ' + name + ' ') + addresses;
        }
    }
}
