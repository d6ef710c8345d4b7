package io.lockgraft.benchmarks.harness;

import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.RespClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at Redis again and again while a slice of Lockgraft runs: who is connected, and who hears of a lock that is
 * given
 * back. What Redis counts meanwhile has the looks in it.
 */
public final class Watch implements AutoCloseable {
    private static final int EVERY_MILLIS = 20;

    private final RespClient client;
    private final Thread thread = new Thread(this::look, "watch");
    private volatile boolean over;
    private long looks;
    private long connections;
    private long allConnections;
    private long listeners;
    private RuntimeException failure;

    public Watch(RedisServer redis) {
        this.client = redis.connect();
        thread.start();
    }

    /** The most at one moment, by the name that Lockgraft's have. */
    public long connections() {
        return connections;
    }

    /** The same, in the mean of all looks. */
    public double meanConnections() {
        return allConnections / (double) looks;
    }

    /** Subscriptions to channels, in the mean of all looks. */
    public double listeners() {
        return listeners / (double) looks;
    }

    /** Ends the looking; only then is it known what was seen. */
    @Override
    public void close() throws InterruptedException {
        over = true;
        try {
            thread.join();
        } finally {
            client.close();
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void look() {
        try {
            do {
                looks++;
                long now = connected();
                connections = Math.max(connections, now);
                allConnections += now;
                listeners += subscriptions();
                Thread.sleep(EVERY_MILLIS);
            } while (!over);
        } catch (InterruptedException e) {
            failure = new IllegalStateException("nobody interrupts it", e);
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private long connected() {
        return String.valueOf(client.command("CLIENT", "LIST"))
                .lines()
                .filter(line -> line.contains(" name=lockgraft"))
                .count();
    }

    private long subscriptions() {
        List<String> command = new ArrayList<>(List.of("PUBSUB", "NUMSUB"));
        ((List<?>) client.command("PUBSUB", "CHANNELS")).forEach(channel -> command.add(String.valueOf(channel)));
        // Each channel's name, then how many have subscribed to it.
        return ((List<?>) client.command(command.toArray(new String[0])))
                .stream()
                        .filter(Long.class::isInstance)
                        .mapToLong(Long.class::cast)
                        .sum();
    }
}
