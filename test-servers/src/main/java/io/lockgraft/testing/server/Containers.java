package io.lockgraft.testing.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The servers of tests that are containers, and whether there are any: {@code lockgraft.test.servers} is {@code
 * auto}, and a
 * Docker engine answers and has the image, {@code lockgraft.test.redis-image}. Says aloud, once, which it is.
 *
 * <p>A container that a test has given back, as it was when it was new, is emptied and used again.
 */
final class Containers {
    private static final String IMAGE = System.getProperty("lockgraft.test.redis-image", "");
    private static final Deque<RedisContainer> FREE = new ArrayDeque<>();
    private static final boolean USED = announced(whyNot());

    private Containers() {}

    /** One that is running and empty; null where there are no containers. */
    static synchronized RedisServer server() {
        if (!USED) {
            return null;
        }
        while (!FREE.isEmpty()) {
            RedisContainer free = FREE.pop();
            if (free.isUnused()) {
                return RedisServer.of(free);
            }
            free.remove();
        }
        return Ports.choosing(() -> RedisServer.of(RedisContainer.start(IMAGE, Ports.free())));
    }

    static synchronized void giveBack(RedisContainer container) {
        if (container.emptied()) {
            FREE.push(container);
        } else {
            container.remove();
        }
    }

    /** Why there are no containers; null where there are. */
    private static String whyNot() {
        if (!System.getProperty("lockgraft.test.servers", "").equals("auto")) {
            return "lockgraft.test.servers is not auto";
        }
        if (IMAGE.isEmpty()) {
            return "lockgraft.test.redis-image names no image";
        }
        if (!DockerEngine.answers()) {
            return "no Docker engine answers";
        }
        return RedisContainer.whyNot(IMAGE);
    }

    private static boolean announced(String whyNot) {
        String text = whyNot == null
                ? IMAGE + " in Docker; the embedded ones where a test needs their processes, options or topologies"
                : "the embedded ones, because " + whyNot;
        System.out.println("==== Redis servers of the tests: " + text);
        System.out.flush();
        try {
            Path target = Path.of("target");
            if (Files.isDirectory(target)) {
                Files.writeString(target.resolve("servers-of-the-tests"), text);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return whyNot == null;
    }
}
