package io.lockgraft.benchmarks.scenario.speed;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What Redis itself pays for a held key, a connection and a message: the constants of docs/SCALE.md. */
public final class ServerLimits implements Scenario {
    private static final String SERVER = "redis-server";
    private static final int KEYS = 10_000;
    private static final int CONNECTIONS = 500;
    private static final int MESSAGES = 200;

    @Override
    public String name() {
        return "server-limits";
    }

    @Override
    public String title() {
        return "What the server pays";
    }

    @Override
    public Answer answer() {
        return Answer.less(
                        "How many bytes of Redis for a held key?",
                        SERVER,
                        columns().get(0))
                .of(SERVER)
                .against();
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("bytes/held key", "bytesPerKey", "%,.0f"),
                figure("bytes/connection", "bytesPerConnection", "%,.0f"),
                figure("us/message delivered", "microsPerMessage", "%.2f"));
    }

    @Override
    public Column chart() {
        return null;
    }

    @Override
    public void run(Bench bench) throws Exception {
        for (int round = 1; round <= Math.min(3, bench.form().rounds()); round++) {
            try (Lab lab = bench.lab(name())) {
                double key = bytesPerKey(lab.redis());
                List<RespClient> clients = new ArrayList<>();
                try {
                    long before = memory(lab.redis());
                    for (int i = 0; i < CONNECTIONS; i++) {
                        clients.add(lab.redis().connect());
                        clients.get(i).command("PING");
                    }
                    double connection = (memory(lab.redis()) - before) / (double) CONNECTIONS;
                    Map<String, Object> figures = Map.of(
                            "bytesPerKey", key,
                            "bytesPerConnection", connection,
                            "microsPerMessage", microsPerMessage(lab.redis(), clients));
                    bench.results().add(name(), SERVER, SERVER, round, figures);
                } finally {
                    clients.forEach(RespClient::close);
                }
            }
        }
    }

    private static double bytesPerKey(RedisServer redis) {
        long before = memory(redis);
        redis.command(
                "EVAL",
                "for i = 1, ARGV[1] do local k = 'shop:PAY:' .. 1000000 + i"
                        + " redis.call('hset', k, '0f8fad5b-d9cb-469f-a165-70867728950e:' .. i, 1)"
                        + " redis.call('pexpire', k, 600000) end",
                "0",
                Integer.toString(KEYS));
        return (memory(redis) - before) / (double) KEYS;
    }

    private static double microsPerMessage(RedisServer redis, List<RespClient> clients) {
        for (RespClient client : clients) {
            client.command("SUBSCRIBE", "channel");
        }
        double before = cpuSeconds(redis);
        for (int i = 0; i < MESSAGES; i++) {
            redis.command("PUBLISH", "channel", "0");
        }
        return (cpuSeconds(redis) - before) * 1e6 / (MESSAGES * clients.size());
    }

    private static double cpuSeconds(RedisServer redis) {
        return Double.parseDouble(redis.info("cpu", "used_cpu_sys"))
                + Double.parseDouble(redis.info("cpu", "used_cpu_user"));
    }

    private static long memory(RedisServer redis) {
        return Long.parseLong(redis.info("memory", "used_memory"));
    }
}
