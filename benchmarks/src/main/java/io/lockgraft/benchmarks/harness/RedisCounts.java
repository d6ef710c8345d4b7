package io.lockgraft.benchmarks.harness;

import io.lockgraft.testing.RedisServer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Redis has counted up to a moment. Pings, and what asks for these counts, are left out.
 *
 * @param sent commands that clients send: scripts, subscriptions
 * @param run all commands that Redis executes, those inside of scripts among them
 * @param bytes in both directions
 * @param perCommand how often each command of {@code sent} came
 */
public record RedisCounts(long sent, long run, long bytes, Map<String, Long> perCommand) {
    private static final Pattern COMMAND = Pattern.compile("cmdstat_([a-z|_-]+):calls=(\\d+),");
    private static final Pattern BYTES = Pattern.compile("total_net_(?:in|out)put_bytes:(\\d+)");
    private static final Set<String> SENT = Set.of(
            "eval",
            "evalsha",
            "eval_ro",
            "evalsha_ro",
            "script|load",
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
        Map<String, Long> perCommand = new HashMap<>();
        Matcher commands = COMMAND.matcher(String.valueOf(redis.command("INFO", "commandstats")));
        while (commands.find()) {
            String name = commands.group(1);
            long calls = Long.parseLong(commands.group(2));
            if (SENT.contains(name)) {
                sent += calls;
                perCommand.put(name, calls);
            }
            run += OURS.contains(name) ? 0 : calls;
        }
        long bytes = 0;
        Matcher counts = BYTES.matcher(String.valueOf(redis.command("INFO", "stats")));
        while (counts.find()) {
            bytes += Long.parseLong(counts.group(1));
        }
        return new RedisCounts(sent, run, bytes, perCommand);
    }

    public RedisCounts since(RedisCounts earlier) {
        Map<String, Long> grown = new HashMap<>();
        perCommand.forEach((name, calls) -> grown.put(name, calls - earlier.perCommand.getOrDefault(name, 0L)));
        return new RedisCounts(sent - earlier.sent, run - earlier.run, bytes - earlier.bytes, grown);
    }
}
