package io.lockgraft.testing.server;

import io.lockgraft.testing.Quick;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real Redis on a free port of this machine, without persistence. It can be killed, frozen and started again
 * on the same port, and it ends with the JVM at the latest.
 *
 * <p>{@link #start} without options is a container where {@link Containers} says so, else a process of the server that
 * embedded-redis brings. All others are processes: their tests need files, clocks, command lines, or that the servers
 * reach each other by the ports of this machine.
 */
public final class RedisServer implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final int port;
    private final int plain;
    private final RedisHost host;
    private String password;

    private RedisServer(int port, int plain, RedisHost host) {
        this.port = port;
        this.plain = plain;
        this.host = host;
    }

    private static RedisServer process(int port, int plain, List<String> options, SteppedClock clock) {
        return new RedisServer(port, plain, new RedisProcess(port, plain, options, null, clock));
    }

    /** Starts a server; {@code options} as on its command line, {@code "--maxmemory", "2mb"}. */
    public static RedisServer start(String... options) {
        Quick.leaveOut("Redis");
        RedisServer pooled = options.length == 0 ? Containers.server() : null;
        return pooled == null ? startProcess(options) : pooled;
    }

    /**
     * Starts a server in a process of its own, for a test that kills or freezes it and looks at what happens within
     * milliseconds: an engine takes longer, and its proxy still takes connections meanwhile.
     */
    public static RedisServer startProcess(String... options) {
        return started(() -> absent(options));
    }

    /** A server in a container that is there. */
    static RedisServer of(RedisContainer container) {
        return new RedisServer(container.port(), container.port(), container);
    }

    /** Starts a server that takes encrypted connections on its port; {@link #command} has a port of its own. */
    public static RedisServer startEncrypted(String... options) {
        return started(() -> process(freePort(), freePort(), Arrays.asList(options), null));
    }

    /** Starts this program, of whatever version. */
    public static RedisServer startNamed(Path program) {
        return started(() -> {
            int port = freePort();
            return new RedisServer(port, port, new RedisProcess(port, port, List.of(), null, null).by(program));
        });
    }

    /** Starts the server of this machine, of whatever version, with a wall clock of the test. */
    public static RedisServer startWith(SteppedClock clock, String... options) {
        return started(() -> {
            int port = freePort();
            return process(port, port, Arrays.asList(options), clock);
        });
    }

    private static RedisServer started(Supplier<RedisServer> absent) {
        return Ports.choosing(() -> {
            RedisServer server = absent.get();
            server.restart();
            return server;
        });
    }

    /** A server that is not there yet: its port is known, {@link #restart} starts it. */
    public static RedisServer absent(String... options) {
        int port = freePort();
        return process(port, port, Arrays.asList(options), null);
    }

    /** A Sentinel that is not there yet; it begins with these lines in its file. */
    static RedisServer absentSentinel(String... lines) {
        int port = freePort();
        return new RedisServer(port, port, new RedisProcess(port, port, List.of(), Arrays.asList(lines), null));
    }

    /** One on which nothing listens. */
    public static int freePort() {
        return Ports.free();
    }

    public int port() {
        return port;
    }

    public String address() {
        return "redis://127.0.0.1:" + port;
    }

    private RedisProcess process() {
        if (host instanceof RedisProcess) {
            return (RedisProcess) host;
        }
        throw new IllegalStateException("start it with options, to have a process and not a container");
    }

    /** Starts the server where it is not running, and waits until it answers. */
    public void restart() {
        begin();
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (true) {
            try {
                ping();
                return;
            } catch (UncheckedIOException | IllegalStateException e) {
                if (e instanceof IllegalStateException
                        && !String.valueOf(e.getMessage()).startsWith("LOADING")) {
                    return; // it answers, if only to ask for a password
                }
                if (System.nanoTime() - until > 0 || !host.isAlive()) {
                    String log = host.log();
                    close();
                    String message = "redis-server does not come up on port " + port + ": " + log;
                    throw log.contains("Address already in use") || log.contains("Address in use")
                            ? new Ports.TakenException(message)
                            : new IllegalStateException(message, e);
                }
                sleep();
            }
        }
    }

    /** Starts the server, with these options as well, and does not wait. */
    public void begin(String... more) {
        if (!host.isAlive()) {
            host.begin(Arrays.asList(more));
        }
    }

    /** Kills it as kill -9 does. */
    public void kill() {
        host.kill();
    }

    /** What it has written to disk is gone; it must not be running. */
    public void forget() {
        process().forget();
    }

    /**
     * How long the log is, as {@code appendonly yes} lets it, once all that it has answered is in it: with {@code
     * everysec} it puts the writing off while its disk is busy.
     */
    public long logged() {
        Servers.await(
                "all is in the log",
                () -> info("persistence", "aof_buffer_length").equals("0"));
        return process().logged();
    }

    /**
     * What it has written behind this place is gone, as when its whole machine dies before it has told the disk; the
     * death of the process alone loses nothing that it has answered. It must not be running.
     */
    public void forgetLogAfter(long length) {
        process().forgetLogAfter(length);
    }

    /** It goes on listening and answers nothing, as kill -STOP does. */
    public void freeze() {
        host.freeze();
    }

    /** Ends {@link #freeze}; what it was sent meanwhile is answered now. */
    public void resume() {
        host.resume();
    }

    /** The password that {@link #command} gives. */
    public RedisServer password(String password) {
        this.password = password;
        return this;
    }

    /** One command on a connection of its own; see {@link RespClient#command}. */
    public Object command(String... words) {
        try (RespClient client = connect()) {
            return client.command(words);
        }
    }

    public RespClient connect() {
        try {
            RespClient client = new RespClient(plain, PATIENCE_MILLIS);
            if (password != null) {
                client.command("AUTH", password);
            }
            return client;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How often this command has been run, by its own count: {@code calls("evalsha")}. */
    public int calls(String command) {
        Matcher calls = Pattern.compile("cmdstat_" + Pattern.quote(command) + ":calls=(\\d+)")
                .matcher(String.valueOf(command("INFO", "commandstats")));
        return calls.find() ? Integer.parseInt(calls.group(1)) : 0;
    }

    /** One line of what INFO says, or of CLUSTER INFO: {@code info("replication", "role")}. */
    public String info(String section, String field) {
        Object text = section.equals("cluster") ? command("CLUSTER", "INFO") : command("INFO", section);
        for (String line : String.valueOf(text).split("\r?\n")) {
            if (line.startsWith(field + ":")) {
                return line.substring(field.length() + 1);
            }
        }
        return "";
    }

    /** The server's name and version: {@code Valkey 8.1.1}. */
    public String version() {
        boolean valkey = info("server", "server_name").equals("valkey");
        return valkey ? "Valkey " + info("server", "valkey_version") : "Redis " + info("server", "redis_version");
    }

    /** Whether it is of version 7 or newer. */
    boolean hasShardedChannels() {
        return Integer.parseInt(info("server", "redis_version").split("\\.")[0]) >= 7;
    }

    public boolean isAlive() {
        return host.isAlive();
    }

    /** All keys that match, in order. */
    public Set<String> keys(String pattern) {
        Set<String> keys = new TreeSet<>();
        for (Object key : (List<?>) command("KEYS", pattern)) {
            keys.add((String) key);
        }
        return keys;
    }

    private void ping() {
        try (RespClient client = new RespClient(plain, 1000)) {
            if (password != null) {
                client.command("AUTH", password);
            }
            client.command("PING");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        host.close();
    }

    private static void sleep() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
