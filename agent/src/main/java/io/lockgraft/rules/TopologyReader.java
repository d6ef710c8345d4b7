package io.lockgraft.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the short forms for several servers: {@code sentinel}, {@code cluster}, {@code replicated}, {@code quorum}. */
final class TopologyReader {
    private static final String LIKE = "[redis://one:6379, redis://two:6379]";

    private final Section redis;

    TopologyReader(Section redis) {
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
        Section section = redis.section("sentinel", SettingGroup.SENTINEL);
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
        Section section = redis.section("cluster", SettingGroup.CLUSTER);
        List<String> addresses = section == null ? null : members(section);
        return addresses == null ? null : Topology.cluster(addresses);
    }

    private Topology replicated() {
        Section section = redis.section("replicated", SettingGroup.REPLICATED);
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
                    redis.mapping().get("quorum").position(),
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
                Node item = ((Sequence) redis.mapping().get("quorum")).items().get(i);
                redis.problem("quorum", item.position(), "this server is there twice; each has one vote");
                twice = true;
            }
        }
        return twice;
    }

    private static List<String> members(Section section) {
        if (!section.has("addresses")) {
            if (!section.isMeant("addresses")) {
                section.problem("'addresses' is missing");
            }
            return null;
        }
        return addresses(section, "addresses");
    }

    /** With their ports; null where there is none or one is wrong. */
    private static List<String> addresses(Section section, String name) {
        Sequence list = section.list(name, LIKE);
        if (list == null) {
            return null;
        }
        if (list.items().isEmpty()) {
            section.problem(name, list.position(), "is empty");
            return null;
        }
        List<String> addresses = new ArrayList<>();
        boolean mixed = false;
        for (Node item : list.items()) {
            Value value = item instanceof Node.Broken ? null : section.value(name, item);
            String mistake = value == null ? null : RedisAddress.mistake(value);
            if (mistake != null) {
                section.problem(name, value.position(), mistake);
            } else if (value != null) {
                addresses.add(RedisAddress.whole(value.text()));
                mixed |= RedisAddress.isTls(addresses.get(0)) != RedisAddress.isTls(value.text());
            }
        }
        if (mixed) {
            section.problem(name, list.position(), "mixes redis:// and rediss://; write all of them the same way");
        }
        return mixed || addresses.size() < list.items().size() ? null : addresses;
    }
}
