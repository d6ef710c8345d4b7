package io.lockgraft.testing.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Whether a Docker engine answers: asked before any class of Testcontainers is loaded, because those try for seconds
 * where
 * none does.
 */
final class DockerEngine {
    private static final String PING = "GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n";
    private static final int PATIENCE_SECONDS = 3;

    private DockerEngine() {}

    static boolean answers() {
        return places().stream().anyMatch(DockerEngine::answersAt);
    }

    /** DOCKER_HOST, or where engines listen by default. */
    private static List<SocketAddress> places() {
        List<SocketAddress> places = new ArrayList<>();
        String named = System.getenv("DOCKER_HOST");
        if (named != null && !named.isBlank()) {
            URI uri = URI.create(named);
            places.add(
                    uri.getHost() == null
                            ? UnixDomainSocketAddress.of(uri.getPath())
                            : new InetSocketAddress(uri.getHost(), uri.getPort()));
            return places;
        }
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        places.add(UnixDomainSocketAddress.of("/var/run/docker.sock"));
        places.add(UnixDomainSocketAddress.of(Path.of(System.getProperty("user.home"), ".docker/run/docker.sock")));
        if (runtime != null) {
            places.add(UnixDomainSocketAddress.of(Path.of(runtime, "docker.sock")));
        }
        return places;
    }

    private static boolean answersAt(SocketAddress place) {
        if (place instanceof UnixDomainSocketAddress socket && !Files.exists(socket.getPath())) {
            return false;
        }
        FutureTask<Boolean> asked = new FutureTask<>(() -> ping(place));
        Thread thread = new Thread(asked, "docker-ping");
        thread.setDaemon(true);
        thread.start();
        try {
            return asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean ping(SocketAddress place) throws IOException {
        boolean unix = place instanceof UnixDomainSocketAddress;
        try (SocketChannel channel = unix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open()) {
            channel.connect(place);
            channel.write(ByteBuffer.wrap(PING.getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer answer = ByteBuffer.allocate(64);
            channel.read(answer);
            return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII).startsWith("HTTP/1.");
        }
    }
}
