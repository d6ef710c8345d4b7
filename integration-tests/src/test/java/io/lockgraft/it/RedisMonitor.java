package io.lockgraft.it;

import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.RespClient;
import java.util.ArrayList;
import java.util.List;

/** All commands of a server, in the order in which it runs them. */
final class RedisMonitor implements AutoCloseable {
    private final RespClient client;

    RedisMonitor(RedisServer redis) {
        client = redis.connect();
        client.command("MONITOR");
    }

    /** What the server did since the last time, until it did something of which this is a part. */
    List<String> until(String end) {
        List<String> commands = new ArrayList<>();
        do {
            commands.add(String.valueOf(client.next()));
        } while (!commands.get(commands.size() - 1).contains(end));
        return commands;
    }

    @Override
    public void close() {
        client.close();
    }
}
