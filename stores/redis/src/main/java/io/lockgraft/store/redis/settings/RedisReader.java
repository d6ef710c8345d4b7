package io.lockgraft.store.redis.settings;

import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.store.redis.config.RedissonFile;
import java.io.File;
import java.time.Duration;
import java.util.List;

/** Reads {@code redis}: one way to name the lock server, and what goes with it. */
public final class RedisReader {
    private static final String[] WAYS = {"address", "sentinel", "cluster", "replicated", "quorum", "config"};
    private static final String[] BESIDE = {"username", "password", "database", "timeout", "tls"};

    private final Settings redis;

    public RedisReader(Settings redis) {
        this.redis = redis;
    }

    /** The settings, or null where they are wrong or say no server. */
    public RedisSettings read() {
        Topology several = new TopologyReader(redis).read();
        Value address = redis.text("address");
        boolean option = redis.option("address") != null;
        Value config = option ? null : redis.text("config");
        String way = way(option);
        Topology topology = config != null ? config(config) : address != null ? single(address) : several;
        Integer replicas = redis.integer("replicas", 0, 100);
        if (replicas != null && replicas > 0 && way.equals("quorum")) {
            redis.problem(
                    redis.namePosition("replicas"),
                    "'replicas' does not go with 'quorum': its servers are independent, and most of them confirm every"
                            + " grant already");
        }
        Value value = config != null ? config : address;
        Position position =
                value != null ? value.position() : redis.has(way) ? redis.namePosition(way) : redis.position();
        RedisSettings.Builder settings = RedisSettings.of(topology)
                .at(position)
                .replicas(or(replicas, 0))
                .polling("poll".equals(redis.choice("notify", "subscribe", "poll")))
                .connectingEarly(!"late".equals(redis.choice("connect", "early", "late")));
        if (config == null) {
            beside(settings, topology);
        }
        return topology == null ? null : settings.build();
    }

    /** The setting that says where the server is; the last of several, which are a mistake. */
    private String way(boolean option) {
        int ways = 0;
        String way = "address";
        for (String each : WAYS) {
            ways += redis.has(each) ? 1 : 0;
            way = redis.has(each) && !option ? each : way;
        }
        if (ways > 1 && !option) {
            redis.problem("one of 'address', 'sentinel', 'cluster', 'replicated', 'quorum' and 'config' says where the"
                    + " server is, not several");
        }
        if (ways == 0 && !option && !redis.isMeant(WAYS) && !redis.isCutOff()) {
            redis.problem("names no server; write redis: {address: redis://host:6379}");
        }
        return way;
    }

    private Topology single(Value address) {
        String mistake = RedisAddress.mistake(address);
        if (mistake == null) {
            return Topology.single(RedisAddress.whole(address.text()));
        }
        redis.problem("address", address.position(), mistake);
        return null;
    }

    /** What goes with every way but a whole configuration. */
    private void beside(RedisSettings.Builder settings, Topology topology) {
        String username = orNull(redis.value("username"));
        String password = orNull(redis.value("password"));
        Integer database = redis.integer("database", 0, 65_535);
        Duration timeout = redis.duration("timeout", Duration.ofMillis(10), Duration.ofMinutes(1));
        TlsSettings tls = tls(topology);
        if (username != null && password == null && !redis.has("password")) {
            redis.problem("a 'username' needs a 'password' beside it");
        }
        if (topology != null && topology.kind == Topology.Kind.CLUSTER && or(database, 0) > 0) {
            redis.problem(
                    "database", redis.value("database").position(), "a cluster has no database but 0; leave it out");
        }
        settings.username(username).password(password).tls(tls);
        settings.database(or(database, 0)).timeout(or(timeout, RedisSettings.DEFAULT_TIMEOUT));
    }

    private Topology config(Value config) {
        for (String name : BESIDE) {
            if (redis.has(name)) {
                redis.problem(
                        redis.namePosition(name),
                        "'" + name + "' stands in the file that 'config' names, not beside it");
            } else if (redis.option(name) != null) {
                redis.problem(
                        redis.option(name).position(), "has no effect, because 'config' names a whole configuration");
            }
        }
        File file = redis.file("config");
        if (file == null) {
            return null;
        }
        List<Problem> problems = RedissonFile.problems(file, redis.environment());
        for (Problem problem : problems) {
            redis.problem(problem);
        }
        return problems.isEmpty() ? Topology.config(file.getPath()) : null;
    }

    private TlsSettings tls(Topology topology) {
        Settings tls = redis.section("tls", RedisTables.TLS);
        if (tls == null) {
            return null;
        }
        if (topology != null && !RedisAddress.isTls(topology.addresses.get(0))) {
            tls.problem("needs an address that begins with rediss://");
        }
        return TlsSettings.read(tls);
    }

    /** An empty user or password, as from {@code ${REDIS_PASSWORD:}}, is none. */
    private static String orNull(Value value) {
        return value == null || value.text().isEmpty() ? null : value.text();
    }

    private static <T> T or(T value, T otherwise) {
        return value == null ? otherwise : value;
    }
}
