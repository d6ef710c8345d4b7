package io.lockgraft.benchmarks.report;

import io.lockgraft.testing.server.RedisServer;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The versions of what was measured: of jars on the class path, and of the Redis server. */
public final class Versions {
    private static final List<String> JARS = List.of(
            "redisson",
            "spring-aop",
            "spring-boot",
            "lock4j-core",
            "curator-recipes",
            "zookeeper",
            "jetcd-core",
            "postgresql",
            "shedlock-core",
            "spring-integration-jdbc",
            "byteman",
            "aspectjweaver",
            "opentelemetry-javaagent",
            "jmh-core");

    private Versions() {}

    public static List<String> all() {
        List<String> found = new ArrayList<>();
        try (RedisServer redis = RedisServer.start()) {
            found.add("redis-server " + redis.info("server", "redis_version").trim());
        }
        for (String name : JARS) {
            Pattern pattern = Pattern.compile(Pattern.quote(name) + "-(\\d.*)\\.jar");
            for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Matcher jar = pattern.matcher(new File(path).getName());
                if (jar.matches()) {
                    found.add(name + " " + jar.group(1));
                }
            }
        }
        return found;
    }
}
