package io.lockgraft.store.redis.settings;

import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the short forms for several servers: {@code sentinel}, {@code cluster}, {@code replicated}, {@code quorum}. */
final class TopologyReader {
    private static final String LIKE = "[redis://one:6379, redis://two:6379]";

    private final Settings redis;

    TopologyReader(Settings redis) {
        this.redis = redis;
    }

    /** All of those that are there are checked; the last is given, or null where there is none or it is wrong. */
    Topology read() {
        Topology sentinel = members(Topology.Kind.SENTINEL, RedisTables.SENTINEL);
        Topology cluster = members(Topology.Kind.CLUSTER, RedisTables.CLUSTER);
        Topology replicated = members(Topology.Kind.REPLICATED, RedisTables.REPLICATED);
        Topology quorum = quorum();
        return quorum != null ? quorum : replicated != null ? replicated : cluster != null ? cluster : sentinel;
    }

    private Topology members(Topology.Kind kind, SettingTable table) {
        Settings section = redis.section(kind.word(), table);
        if (section == null) {
            return null;
        }
        for (String needed : table.names()) {
            if (!section.has(needed) && !section.isMeant(needed)) {
                section.problem("'" + needed + "' is missing");
            }
        }
        Value master = kind == Topology.Kind.SENTINEL ? section.text("master") : null;
        List<String> addresses = section.has("addresses") ? addresses(section, "addresses") : null;
        boolean complete = addresses != null && (master != null || kind != Topology.Kind.SENTINEL);
        return complete ? new Topology(kind, master == null ? null : master.text(), addresses) : null;
    }

    private Topology quorum() {
        List<String> servers = addresses(redis, "quorum");
        if (servers == null || isTwice(servers)) {
            return null;
        }
        if (servers.size() < 3 || servers.size() % 2 == 0) {
            redis.problem(
                    "quorum",
                    redis.position("quorum"),
                    "needs an odd number of servers, three or more; there are " + servers.size());
            return null;
        }
        return new Topology(Topology.Kind.QUORUM, null, servers);
    }

    /** A server that votes twice makes a majority of fewer servers than it seems. */
    private boolean isTwice(List<String> servers) {
        Set<String> seen = new HashSet<>();
        List<Value> values = redis.values("quorum", LIKE);
        for (int i = 0; i < servers.size(); i++) {
            if (!seen.add(servers.get(i).toLowerCase(Locale.ROOT))) {
                redis.problem("quorum", values.get(i).position(), "this server is there twice; each has one vote");
            }
        }
        return seen.size() < servers.size();
    }

    /** With their ports; null where there is none or one is wrong. */
    private static List<String> addresses(Settings section, String name) {
        List<Value> values = section.values(name, LIKE);
        if (values == null) {
            return null;
        }
        if (values.isEmpty()) {
            section.problem(name, section.position(name), "is empty");
            return null;
        }
        List<String> addresses = new ArrayList<>();
        boolean mixed = false;
        for (Value value : values) {
            String mistake = value == null ? null : RedisAddress.mistake(value);
            if (mistake != null) {
                section.problem(name, value.position(), mistake);
            } else if (value != null) {
                addresses.add(RedisAddress.whole(value.text()));
                mixed |= RedisAddress.isTls(addresses.get(0)) != RedisAddress.isTls(value.text());
            }
        }
        if (mixed) {
            section.problem(
                    name, section.position(name), "mixes redis:// and rediss://; write all of them the same way");
        }
        return mixed || addresses.size() < values.size() ? null : addresses;
    }
}
