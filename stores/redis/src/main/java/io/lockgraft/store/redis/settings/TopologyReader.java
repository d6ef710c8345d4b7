package io.lockgraft.store.redis.settings;

import io.lockgraft.spi.settings.Position;
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
        Topology sentinel = sentinel();
        Topology cluster = cluster();
        Topology replicated = replicated();
        Topology quorum = quorum();
        return quorum != null ? quorum : replicated != null ? replicated : cluster != null ? cluster : sentinel;
    }

    private Topology sentinel() {
        Settings section = redis.section("sentinel", RedisTables.SENTINEL);
        if (section == null) {
            return null;
        }
        Value master = section.text("master");
        if (!section.has("master") && !section.isMeant("master")) {
            section.problem("'master' is missing");
        }
        List<String> addresses = members(section);
        return master == null || addresses == null ? null : Topology.sentinel(master.text(), addresses);
    }

    private Topology cluster() {
        Settings section = redis.section("cluster", RedisTables.CLUSTER);
        List<String> addresses = section == null ? null : members(section);
        return addresses == null ? null : Topology.cluster(addresses);
    }

    private Topology replicated() {
        Settings section = redis.section("replicated", RedisTables.REPLICATED);
        List<String> addresses = section == null ? null : members(section);
        return addresses == null ? null : Topology.replicated(addresses);
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
        return Topology.quorum(servers);
    }

    /** A server that votes twice makes a majority of fewer servers than it seems. */
    private boolean isTwice(List<String> servers) {
        Set<String> seen = new HashSet<>();
        boolean twice = false;
        for (int i = 0; i < servers.size(); i++) {
            if (!seen.add(servers.get(i).toLowerCase(Locale.ROOT))) {
                Position second = redis.values("quorum", LIKE).get(i).position();
                redis.problem("quorum", second, "this server is there twice; each has one vote");
                twice = true;
            }
        }
        return twice;
    }

    private static List<String> members(Settings section) {
        if (!section.has("addresses")) {
            if (!section.isMeant("addresses")) {
                section.problem("'addresses' is missing");
            }
            return null;
        }
        return addresses(section, "addresses");
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
