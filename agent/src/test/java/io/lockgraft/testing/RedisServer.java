package io.lockgraft.testing;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real redis-server in a process of its own, on a free port, without persistence. It can be stopped, killed, frozen
 * and started again on the same port, and it ends with the JVM at the latest.
 */
public final class RedisServer implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final Path folder;
    private final int port;
    private final List<String> options;
    private final List<String> sentinel;
    private final Thread atExit = new Thread(this::destroy);
    private Process process;
    private String password;
    private boolean registered;
    private int plain;
    private SteppedClock clock;

    private RedisServer(int port, List<String> options) {
        this(port, options, null);
    }

    private RedisServer(int port, List<String> options, List<String> sentinel) {
        this.port = port;
        this.plain = port;
        this.options = options;
        this.sentinel = sentinel;
        try {
            this.folder = Files.createTempDirectory("redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a server; {@code options} as on its command line, {@code "--maxmemory", "2mb"}. */
    public static RedisServer start(String... options) {
        return started(() -> absent(options));
    }

    /** Starts a server that takes encrypted connections on its port; {@link #command} has a port of its own. */
    public static RedisServer startEncrypted(String... options) {
        return started(() -> {
            RedisServer server = absent(options);
            server.plain = freePort();
            return server;
        });
    }

    /** Starts the server of this machine, of whatever version, with a wall clock of the test. */
    public static RedisServer startWith(SteppedClock clock, String... options) {
        return started(() -> {
            RedisServer server = absent(options);
            server.clock = clock;
            return server;
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
        return new RedisServer(freePort(), Arrays.asList(options));
    }

    /** A Sentinel that is not there yet; it begins with these lines in its file. */
    static RedisServer absentSentinel(String... lines) {
        return new RedisServer(freePort(), Arrays.asList(), Arrays.asList(lines));
    }

    /** One on which nobody listens. */
    public static int freePort() {
        return Ports.free();
    }

    public int port() {
        return port;
    }

    public String address() {
        return "redis://127.0.0.1:" + port;
    }

    public long pid() {
        return process.pid();
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
                if (System.nanoTime() - until > 0 || !process.isAlive()) {
                    String log = log();
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

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Starts the server, with these options as well, and does not wait. */
    public void begin(String... more) {
        if (process != null && process.isAlive()) {
            return;
        }
        List<String> command = sentinel == null ? serverCommand() : sentinelCommand();
        command.addAll(options);
        command.addAll(Arrays.asList(more));
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile());
            if (clock != null) {
                builder.environment().putAll(clock.environmentOfServer());
            }
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!registered) {
            registered = true;
            Runtime.getRuntime().addShutdownHook(atExit);
        }
    }

    private List<String> serverCommand() {
        List<String> command = new ArrayList<>(Arrays.asList(
                clock == null ? binary().toString() : binaryOfMachine().toString(),
                "--port",
                Integer.toString(plain),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no",
                "--loglevel",
                "warning",
                "--dir",
                folder.toString()));
        if (plain != port) {
            command.addAll(Arrays.asList("--tls-port", Integer.toString(port)));
        }
        return command;
    }

    private Path binaryOfMachine() {
        try {
            Path link = folder.resolve("redis-server");
            return Files.exists(link) ? link : Files.createSymbolicLink(link, SteppedClock.server());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A Sentinel writes what it learns into its file, and goes on from there when it is started again. */
    private List<String> sentinelCommand() {
        Path file = folder.resolve("sentinel.conf");
        if (!Files.exists(file)) {
            List<String> lines = new ArrayList<>(
                    Arrays.asList("port " + port, "bind 127.0.0.1", "dir " + folder, "loglevel warning"));
            lines.addAll(sentinel);
            try {
                Files.write(file, lines);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new ArrayList<>(Arrays.asList(binary().toString(), file.toString(), "--sentinel"));
    }

    /** Kills it as kill -9 does. */
    public void kill() {
        process.destroyForcibly();
        await();
    }

    /** What it has written to disk is gone; it must not be running. */
    public void forget() {
        for (String data : new String[] {"appendonlydir", "dump.rdb"}) {
            delete(folder.resolve(data));
        }
    }

    /**
     * How long the log is, as {@code appendonly yes} lets it, once all that it has answered is in it: with {@code
     * everysec} it puts the writing off while its disk is busy.
     */
    public long logged() {
        Servers.await(
                "all is in the log",
                () -> info("persistence", "aof_buffer_length").equals("0"));
        try {
            return Files.size(logOfCommands());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What it has written behind this place is gone, as when its whole machine dies before it has told the disk; the
     * death of the process alone loses nothing that it has answered. It must not be running.
     */
    public void forgetLogAfter(long length) {
        try (FileChannel log = FileChannel.open(logOfCommands(), StandardOpenOption.WRITE)) {
            log.truncate(length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last file of the log: it alone is still written. */
    private Path logOfCommands() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("appendonlydir"))) {
            return files.filter(file -> file.toString().endsWith(".incr.aof"))
                    .max(Comparator.comparing(Path::toString))
                    .orElseThrow(() -> new IllegalStateException("it keeps no log"));
        }
    }

    /** Stops it in good order. */
    public void stop() {
        process.destroy();
        await();
    }

    /** It goes on listening and answers nothing, as kill -STOP does. */
    public void freeze() {
        signal("STOP");
    }

    /** Ends {@link #freeze}; what it was sent meanwhile is answered now. */
    public void resume() {
        signal("CONT");
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

    public boolean isAlive() {
        return process != null && process.isAlive();
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

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill -" + name + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void await() {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void destroy() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
        if (registered) {
            try {
                Runtime.getRuntime().removeShutdownHook(atExit);
            } catch (IllegalStateException e) {
                return; // the JVM is ending
            }
        }
        delete(folder);
    }

    private static void delete(Path tree) {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> files = Files.walk(tree)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path binary;

    /** The server that embedded-redis brings, unpacked once for this process. */
    public static synchronized Path binary() {
        if (binary == null) {
            boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac");
            boolean arm = System.getProperty("os.arch").equals("aarch64");
            String name = "redis-server-7.0.15-" + (mac ? "darwin" : "linux") + (arm ? "-arm64" : "-amd64");
            try (InputStream in = RedisServer.class.getResourceAsStream("/" + name)) {
                if (in == null) {
                    throw new IllegalStateException("no " + name + " in the class path");
                }
                Path file = Files.createTempFile("redis-server", "");
                Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
                if (!file.toFile().setExecutable(true)) {
                    throw new IllegalStateException("cannot make " + file + " executable");
                }
                file.toFile().deleteOnExit();
                binary = file;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return binary;
    }
}
