package io.lockgraft.testing.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A wall clock for some processes of a test, which can be put forward and back while they run: by libfaketime, in front
 * of a process that is linked with the system's C library. Time that only goes on (System.nanoTime) is left alone, as
 * by the step of a real clock.
 */
public final class SteppedClock implements AutoCloseable {
    private static final Path LIBRARIES = Path.of("/usr/lib");

    private final Path offset;

    public SteppedClock() {
        try {
            offset = Files.createTempFile("clock", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        step(Duration.ZERO);
    }

    /** Why there can be none on this machine, and what it needs; or null. */
    public static String missing() {
        if (library() == null) {
            return "libfaketime is not there (on Debian: apt-get install faketime)";
        }
        return null;
    }

    /** The same for {@link #server}, which {@link RedisServer} needs. */
    public static String missingForServers() {
        return server() == null
                ? "there is no redis-server of this machine, with shared libraries (on Debian: apt-get install "
                        + "redis-tools)"
                : missing();
    }

    /** What the environment of a process under this clock has. */
    public Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library().toString(),
                "FAKETIME_TIMESTAMP_FILE", offset.toString(),
                "FAKETIME_NO_CACHE", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                // Else timed waits of a JVM on the monotonic clock return at once.
                "FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    /**
     * The same for a redis-server. Its own jemalloc asks for the time while it starts, and would end in a recursion.
     */
    public Map<String, String> environmentOfServer() {
        Map<String, String> environment = new HashMap<>(environment());
        environment.merge("LD_PRELOAD", "libc.so.6", (library, libc) -> library + " " + libc);
        return environment;
    }

    /** Puts it forward, or back, from the real time. */
    public void step(Duration fromRealTime) {
        try {
            // At once: a process may open the file at any moment, and must find a time in it.
            Path next = Files.writeString(
                    offset.resolveSibling(offset.getFileName() + ".next"),
                    String.format("%+d", fromRealTime.toSeconds()));
            Files.move(next, offset, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A redis-server of this machine, for the one that the tests bring has the C library inside. Debian's package of
     * tools holds it under another name, by which it decides what it is.
     */
    public static Path server() {
        for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
            for (String name : new String[] {"redis-server", "redis-check-rdb"}) {
                Path file = Path.of(folder, name);
                if (Files.isExecutable(file)) {
                    return file;
                }
            }
        }
        return null;
    }

    private static Path library() {
        try (Stream<Path> folders = Files.list(LIBRARIES)) {
            return folders.map(folder -> folder.resolve("faketime/libfaketimeMT.so.1"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() {
        offset.toFile().delete();
    }
}
