package io.lockgraft.rules;

import java.io.File;
import java.time.Duration;
import java.util.Collections;

/** Reads {@code redis}: one way to name the lock server, and what goes with it. */
final class RedisReader {
    private static final String[] WAYS = {"address", "sentinel", "cluster", "replicated", "quorum", "config"};
    private static final String[] BESIDE = {"username", "password", "database", "timeout", "tls"};
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final Section redis;

    private RedisReader(Section redis) {
        this.redis = redis;
    }

    /** The settings, or null where they are wrong or say no server. */
    static RedisSettings read(Section file) {
        Node node = file.mapping().get("redis");
        Section redis;
        if (node == null || node instanceof Scalar && ((Scalar) node).isNull()) {
            Position position = node == null ? file.mapping().position() : node.position();
            redis = new Section(
                    file.reading(),
                    new Mapping(position, false, Collections.<Scalar>emptyList(), Collections.<Node>emptyList()),
                    SettingGroup.REDIS,
                    "redis");
        } else {
            redis = file.section("redis", SettingGroup.REDIS);
        }
        return redis == null ? null : new RedisReader(redis).settings();
    }

    private RedisSettings settings() {
        LaterRedis.check(redis);
        Value address = redis.text("address");
        boolean option = address != null && address.position().line() == 0;
        Value config = option ? null : redis.text("config");
        int ways = 0;
        for (String way : WAYS) {
            ways += redis.has(way) ? 1 : 0;
        }
        if (ways > 1 && !option) {
            redis.problem("one of 'address', 'sentinel', 'cluster', 'replicated', 'quorum' and 'config' says where the"
                    + " server is, not several");
        }
        if (ways == 0 && !option && !redis.isMeant(WAYS)) {
            redis.problem("there is no lock server; write redis: {address: redis://host:6379}");
        }
        if (config != null) {
            return config(config);
        }
        return single(address);
    }

    private RedisSettings single(Value address) {
        String mistake = address == null ? null : RedisAddress.mistake(address);
        if (mistake != null) {
            redis.problem("address", address.position(), mistake);
        }
        boolean plain = address != null && mistake == null && !RedisAddress.isTls(address.text());
        String username = orNull(redis.value("username"));
        String password = orNull(redis.value("password"));
        Integer database = redis.integer("database", 0, 65_535);
        Duration timeout = redis.duration("timeout", Duration.ofMillis(10), Duration.ofMinutes(1));
        TlsSettings tls = tls(plain);
        if (username != null && password == null && !redis.has("password")) {
            redis.problem("a 'username' needs a 'password' beside it");
        }
        if (address == null || mistake != null) {
            return null;
        }
        return RedisSettings.of(Topology.single(RedisAddress.whole(address.text())))
                .at(address.position())
                .username(username)
                .password(password)
                .database(database == null ? 0 : database)
                .timeout(timeout == null ? TIMEOUT : timeout)
                .tls(tls)
                .build();
    }

    /** An empty user or password, as from {@code ${REDIS_PASSWORD:}}, is none. */
    private static String orNull(Value value) {
        return value == null || value.text().isEmpty() ? null : value.text();
    }

    private RedisSettings config(Value config) {
        for (String name : BESIDE) {
            if (redis.has(name)) {
                redis.problem(
                        redis.mapping().nameNode(name).position(),
                        "'" + name + "' stands in the file that 'config' names, not beside it");
            } else if (SettingGroup.REDIS.get(name).option() != null) {
                Value option = Option.find(
                        SettingGroup.REDIS.get(name).option(), redis.reading().environment());
                if (option != null) {
                    redis.problem(option.position(), "has no effect, because 'config' names a whole configuration");
                }
            }
        }
        String path = file("config", config);
        return path == null
                ? null
                : RedisSettings.of(Topology.config(path))
                        .at(config.position())
                        .timeout(TIMEOUT)
                        .build();
    }

    private TlsSettings tls(boolean plain) {
        Section tls = redis.section("tls", SettingGroup.TLS);
        if (tls == null) {
            return null;
        }
        if (plain) {
            tls.problem("needs an address that begins with rediss://");
        }
        String truststore = new RedisReader(tls).path("truststore");
        String keystore = new RedisReader(tls).path("keystore");
        Value truststorePassword = tls.value("truststorePassword");
        Value keystorePassword = tls.value("keystorePassword");
        needs(tls, "truststorePassword", "truststore");
        needs(tls, "keystorePassword", "keystore");
        Boolean verify = tls.flag("verifyHostname");
        return new TlsSettings(
                truststore, orNull(truststorePassword), keystore, orNull(keystorePassword), verify == null || verify);
    }

    private static void needs(Section section, String name, String other) {
        if (section.has(name) && !section.has(other)) {
            section.problem(
                    section.mapping().nameNode(name).position(), "'" + name + "' needs '" + other + "' beside it");
        }
    }

    private String path(String name) {
        Value value = redis.text(name);
        return value == null ? null : file(name, value);
    }

    private String file(String name, Value value) {
        File file = redis.reading().resolve(value.text());
        if (file.isFile() && file.canRead()) {
            return file.getPath();
        }
        redis.problem(
                name,
                value.position(),
                value.shown()
                        + (file.isFile() ? " cannot be read by this process" : " is no file")
                        + (new File(value.text()).isAbsolute() ? "" : "; it is looked for beside the rules file"));
        return null;
    }
}
