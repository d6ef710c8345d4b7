package io.lockgraft.it;

import io.lockgraft.testing.server.RedisServer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What Redis counts by itself: proof that a lock was asked for, and how often. */
final class RedisStatistics {
    /** How many connections this class itself has made to the server of a port to ask for connections. */
    private static final Map<Integer, Long> OWN = new ConcurrentHashMap<>();

    private RedisStatistics() {}

    /** How many scripts it has run. */
    static long scripts(RedisServer redis) {
        String statistics = String.valueOf(redis.command("INFO", "commandstats"));
        return statistics
                .lines()
                .filter(line -> line.startsWith("cmdstat_eval"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                .sum();
    }

    /** How many connections others than this method have made. */
    static long connections(RedisServer redis) {
        String statistics = String.valueOf(redis.command("INFO", "stats"));
        return statistics
                        .lines()
                        .filter(line -> line.startsWith("total_connections_received:"))
                        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
                        .sum()
                - OWN.merge(redis.port(), 1L, Long::sum);
    }
}
