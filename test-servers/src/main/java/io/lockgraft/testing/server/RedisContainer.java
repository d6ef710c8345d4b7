package io.lockgraft.testing.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports.Binding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/** A Redis in a container, on a port of this machine that it keeps when it is started again. */
final class RedisContainer implements RedisHost {
    private static final int PORT_INSIDE = 6379;
    private static final int PATIENCE_MILLIS = 10_000;

    private final GenericContainer<?> container;
    private final int port;
    private final String whenNew;
    private boolean frozen;

    private RedisContainer(GenericContainer<?> container, int port) {
        this.container = container;
        this.port = port;
        this.whenNew = settings();
    }

    /** Why no container of this image can be used; null where it can. */
    static String whyNot(String image) {
        try {
            if (!DockerClientFactory.instance().isDockerAvailable()) {
                return "Testcontainers cannot use the Docker engine";
            }
            String host = DockerClientFactory.instance().dockerHostIpAddress();
            if (!List.of("localhost", "127.0.0.1").contains(host)) {
                return "the Docker engine is on another machine, " + host;
            }
            Containers.giveBack(start(image, Ports.free()));
            return null;
        } catch (RuntimeException | LinkageError e) {
            return "the Docker engine starts no " + image + ": " + e;
        }
    }

    static RedisContainer start(String image, int port) {
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
                .withCommand(
                        "redis-server",
                        "--save",
                        "",
                        "--appendonly",
                        "no",
                        "--loglevel",
                        "warning",
                        "--bind",
                        "0.0.0.0",
                        "--protected-mode",
                        "no")
                .withCreateContainerCmdModifier(command -> command.withExposedPorts(new ExposedPort(PORT_INSIDE))
                        .getHostConfig()
                        .withPortBindings(new PortBinding(
                                Binding.bindIpAndPort("127.0.0.1", port), new ExposedPort(PORT_INSIDE))))
                // It is asked below, from outside: the image may hold nothing that could ask.
                .waitingFor(new AbstractWaitStrategy() {
                    @Override
                    protected void waitUntilReady() {}
                });
        container.start();
        try {
            Servers.await("the Redis in a container answers on port " + port, () -> "PONG".equals(ask(port, "PING")));
            return new RedisContainer(container, port);
        } catch (RuntimeException e) {
            container.stop();
            throw e;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void begin(List<String> more) {
        if (!more.isEmpty()) {
            throw new IllegalStateException("a container has the options that it was made with, not " + more);
        }
        docker().startContainerCmd(id()).exec();
    }

    @Override
    public boolean isAlive() {
        return container.isRunning();
    }

    @Override
    public void kill() {
        resume(); // Docker kills no container that is paused
        if (isAlive()) {
            docker().killContainerCmd(id()).exec();
        }
        Servers.await("the container has ended", () -> !isAlive());
    }

    @Override
    public void freeze() {
        if (!frozen) {
            docker().pauseContainerCmd(id()).exec();
            frozen = true;
        }
    }

    @Override
    public void resume() {
        if (frozen) {
            docker().unpauseContainerCmd(id()).exec();
            frozen = false;
        }
    }

    @Override
    public String log() {
        return container.getLogs();
    }

    @Override
    public void close() {
        Containers.giveBack(this);
    }

    void remove() {
        container.stop();
    }

    /** Empties it; false where it is not as it was when it was new, or does not answer. */
    boolean emptied() {
        try {
            resume();
            if (!isAlive() || !settings().equals(whenNew)) {
                return false;
            }
            for (String command : List.of(
                    "CLIENT UNPAUSE",
                    "CLIENT KILL TYPE normal SKIPME yes",
                    "CLIENT KILL TYPE pubsub",
                    "FLUSHALL",
                    "SCRIPT FLUSH",
                    "CONFIG RESETSTAT")) {
                ask(port, command.split(" "));
            }
            return true;
        } catch (UncheckedIOException | IllegalStateException e) {
            return false;
        }
    }

    /** Whether no client of a test before has come back, or written something. */
    boolean isUnused() {
        try {
            return Stream.of(String.valueOf(ask(port, "CLIENT", "LIST")).split("\n"))
                                    .filter(line -> !line.isBlank())
                                    .count()
                            == 1
                    && (Long) ask(port, "DBSIZE") == 0;
        } catch (UncheckedIOException | IllegalStateException e) {
            return false;
        }
    }

    private String settings() {
        return ask(port, "CONFIG", "GET", "*") + "\n" + ask(port, "ACL", "LIST") + "\n" + ask(port, "ROLE");
    }

    private static Object ask(int port, String... words) {
        try (RespClient client = new RespClient(port, PATIENCE_MILLIS)) {
            return client.command(words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String id() {
        return container.getContainerId();
    }

    private static DockerClient docker() {
        return DockerClientFactory.instance().client();
    }
}
