package io.lockgraft.benchmarks.harness;

import io.lockgraft.testing.server.RedisServer;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Redis has counted up to a moment. Pings, and what asks for these counts, are left out; of what is sent also a
 * script that the server did not know yet, for its client sends it again.
 *
 * @param sent commands that clients send: scripts, subscriptions
 * @param run all commands that Redis executes, those inside of scripts among them
 * @param bytes in both directions
 * @param pings on all connections, each once in a while
 * @param released locks that were given back: each tells it to those who wait
 * @param cpuMicros that the server's process took for all of it
 */
public record RedisCounts(long sent, long run, long bytes, long pings, long released, long cpuMicros) {
    private static final Pattern COMMAND = Pattern.compile("cmdstat_([a-z|_-]+):calls=(\\d+),.*?failed_calls=(\\d+)");
    private static final Pattern BYTES = Pattern.compile("total_net_(?:in|out)put_bytes:(\\d+)");
    private static final Pattern CPU = Pattern.compile("used_cpu_(?:sys|user):([\\d.]+)");
    private static final Set<String> SENT = Set.of(
            "eval",
            "evalsha",
            "eval_ro",
            "evalsha_ro",
            "subscribe",
            "unsubscribe",
            "ssubscribe",
            "sunsubscribe",
            "wait",
            "multi",
            "exec");
    private static final Set<String> OURS = Set.of("info", "ping", "keys", "flushall");

    public static RedisCounts of(RedisServer redis) {
        long sent = 0;
        long run = 0;
        long pings = 0;
        long released = 0;
        Matcher commands = COMMAND.matcher(String.valueOf(redis.command("INFO", "commandstats")));
        while (commands.find()) {
            String name = commands.group(1);
            long calls = Long.parseLong(commands.group(2));
            if (SENT.contains(name)) {
                sent += calls - (name.equals("evalsha") ? Long.parseLong(commands.group(3)) : 0);
            }
            pings += name.equals("ping") ? calls : 0;
            released += name.endsWith("publish") ? calls : 0;
            run += OURS.contains(name) ? 0 : calls;
        }
        long bytes = 0;
        Matcher counts = BYTES.matcher(String.valueOf(redis.command("INFO", "stats")));
        while (counts.find()) {
            bytes += Long.parseLong(counts.group(1));
        }
        double cpu = 0;
        Matcher seconds = CPU.matcher(String.valueOf(redis.command("INFO", "cpu")));
        while (seconds.find()) {
            cpu += Double.parseDouble(seconds.group(1));
        }
        return new RedisCounts(sent, run, bytes, pings, released, Math.round(cpu * 1e6));
    }

    public RedisCounts since(RedisCounts earlier) {
        return new RedisCounts(
                sent - earlier.sent,
                run - earlier.run,
                bytes - earlier.bytes,
                pings - earlier.pings,
                released - earlier.released,
                cpuMicros - earlier.cpuMicros);
    }
}
