package io.lockgraft.store.redis;

import io.lockgraft.testing.server.RedisServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs of other versions of Redis, and of Valkey, that {@value #VARIABLE} names. */
final class RedisPrograms {
    static final String VARIABLE = "LOCKGRAFT_TEST_SERVERS";

    private RedisPrograms() {}

    /** Paths, separated as on a class path. */
    static List<Path> named() {
        String named = System.getenv(VARIABLE);
        List<Path> programs = new ArrayList<>();
        for (String each : named == null ? new String[0] : named.split(File.pathSeparator)) {
            Path program = Path.of(each.trim());
            if (!each.isBlank() && !(Files.isRegularFile(program) && Files.isExecutable(program))) {
                throw new IllegalStateException(VARIABLE + " names " + program + ", which is no program");
            }
            if (!each.isBlank()) {
                programs.add(program);
            }
        }
        return programs;
    }

    /** Says aloud, now and in the summary, that the tests ran on this server, too. */
    static void announce(RedisServer server) {
        String text = "the store suite on " + server.version() + ", which " + VARIABLE + " names";
        System.out.println("==== Redis servers of the tests: " + text);
        System.out.flush();
        try {
            Path target = Path.of("target");
            if (Files.isDirectory(target)) {
                String name = server.version().replace(' ', '-') + ".servers-of-the-tests";
                Files.writeString(target.resolve(name), text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
