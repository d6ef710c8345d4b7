package io.lockgraft.testing.server;

import io.lockgraft.testing.Quick;
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
import java.util.stream.Stream;

/** A redis-server in a process of its own with a folder of its own; it ends with the JVM at the latest. */
final class RedisProcess implements RedisHost {
    private static Path binary;

    private final int port;
    private final int plain;
    private final List<String> options;
    private final List<String> sentinel;
    private final SteppedClock clock;
    private final Path folder;
    private final Thread atExit = new Thread(this::destroy);
    private Path named;
    private Process process;
    private boolean registered;

    /**
     * @param plain the port for connections that are not encrypted; {@code port}, where another, is for encrypted ones
     * @param sentinel what a Sentinel has in its file at first; or null
     * @param clock or null
     */
    RedisProcess(int port, int plain, List<String> options, List<String> sentinel, SteppedClock clock) {
        this.port = port;
        this.plain = plain;
        this.options = options;
        this.sentinel = sentinel;
        this.clock = clock;
        try {
            this.folder = Files.createTempDirectory("redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs this program in the place of the server that embedded-redis brings. */
    RedisProcess by(Path program) {
        named = program;
        return this;
    }

    @Override
    public String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void begin(List<String> more) {
        Quick.leaveOut("Redis");
        List<String> command = sentinel == null ? serverCommand() : sentinelCommand();
        command.addAll(options);
        command.addAll(more);
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
                program().toString(),
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

    private Path program() {
        return named != null ? named : clock == null ? binary() : binaryOfMachine();
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

    @Override
    public void kill() {
        process.destroyForcibly();
        await();
    }

    /** What it has written to disk is gone; it must not be running. */
    void forget() {
        for (String data : new String[] {"appendonlydir", "dump.rdb"}) {
            delete(folder.resolve(data));
        }
    }

    /** How long the log of commands is. */
    long logged() {
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
    void forgetLogAfter(long length) {
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

    @Override
    public void freeze() {
        signal("STOP");
    }

    @Override
    public void resume() {
        signal("CONT");
    }

    @Override
    public boolean isAlive() {
        return process != null && process.isAlive();
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

    /** The server that embedded-redis brings, unpacked once for this process. */
    static synchronized Path binary() {
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
