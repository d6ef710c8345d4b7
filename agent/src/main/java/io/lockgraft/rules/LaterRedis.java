package io.lockgraft.rules;

import java.util.List;

/** Checks the ways to reach several servers, which this version reads and refuses. */
final class LaterRedis {
    private final Section redis;

    private LaterRedis(Section redis) {
        this.redis = redis;
    }

    static void check(Section redis) {
        new LaterRedis(redis).check();
    }

    private void check() {
        topology("sentinel", SettingGroup.SENTINEL);
        topology("cluster", SettingGroup.CLUSTER);
        topology("replicated", SettingGroup.REPLICATED);
        quorum();
        if (redis.has("replicas") && redis.integer("replicas", 1, 100) != null) {
            redis.notYet(redis.mapping().nameNode("replicas").position(), "replicas", "leave it out");
        }
        if ("poll".equals(redis.choice("notify", "subscribe", "poll"))) {
            redis.notYet(redis.mapping().get("notify").position(), "notify: poll", "leave it out");
        }
        if ("early".equals(redis.choice("connect", "late", "early"))) {
            redis.notYet(redis.mapping().get("connect").position(), "connect: early", "leave it out");
        }
    }

    private void topology(String name, SettingGroup group) {
        Section section = redis.section(name, group);
        if (section == null) {
            return;
        }
        boolean master = group.get("master") == null || section.text("master") != null;
        if (!master && !section.has("master") && !section.isMeant("master")) {
            section.problem("'master' is missing");
        }
        if (!section.has("addresses")) {
            section.problem("'addresses' is missing");
        } else if (addresses(section, "addresses") > 0 && master) {
            notYet(name);
        }
    }

    private void quorum() {
        int servers = addresses(redis, "quorum");
        if (servers > 0 && (servers < 3 || servers % 2 == 0)) {
            redis.problem(
                    "quorum",
                    redis.mapping().get("quorum").position(),
                    "needs an odd number of servers, three or more; there are " + servers);
        } else if (servers > 0) {
            notYet("quorum");
        }
    }

    /** How many there are; 0 where one is wrong. */
    private static int addresses(Section section, String name) {
        Sequence list = section.list(name, "[redis://one:6379, redis://two:6379]");
        if (list == null) {
            return 0;
        }
        List<Node> items = list.items();
        if (items.isEmpty()) {
            section.problem(name, list.position(), "is empty");
        }
        boolean right = true;
        for (Node item : items) {
            Value value = section.value(name, item);
            String mistake = value == null ? null : RedisAddress.mistake(value);
            if (mistake != null) {
                section.problem(name, value.position(), mistake);
            }
            right &= value != null && mistake == null;
        }
        return right ? items.size() : 0;
    }

    private void notYet(String name) {
        redis.notYet(redis.mapping().nameNode(name).position(), name, "use 'address', a single server");
    }
}
