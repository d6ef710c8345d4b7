package io.lockgraft.testing.ensemble;

import io.lockgraft.testing.Quick;
import io.lockgraft.testing.server.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Real servers of one store on free ports of this machine, each a process of its own: one alone, or several that elect
 * a leader. Each can be killed, frozen and started again with what it has stored. All end with this JVM at the latest.
 */
public abstract class Ensemble implements AutoCloseable {
    /** In milliseconds, for one question of a test. */
    static final int QUESTION_MILLIS = 2_000;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final String name;
    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private final Thread atExit = new Thread(this::destroy);

    /** @param name of the store, for messages */
    Ensemble(String name, int count) {
        Quick.leaveOut(name);
        this.name = name;
        try {
            folder = Files.createTempDirectory(name);
            for (int i = 0; i < count; i++) {
                ports.add(Ports.free());
                Files.createDirectories(data(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** The command that starts one of them. */
    abstract List<String> command(int server);

    /** Whether a client that comes to it would be served now. */
    abstract boolean isServing(int server);

    /** Whether it leads the others, or is alone. */
    abstract boolean isLeading(int server);

    /** Starts all, and waits until they serve. */
    final void startAll() {
        try {
            for (int i = 0; i < count(); i++) {
                processes.add(launch(i));
            }
            awaitService();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Process launch(int server) {
        try {
            return new ProcessBuilder(command(server))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log(server).toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    final Path data(int server) {
        return folder.resolve("server-" + server);
    }

    private Path log(int server) {
        return data(server).resolve("log");
    }

    public final int count() {
        return ports.size();
    }

    /** For clients. */
    public final int port(int server) {
        return ports.get(server);
    }

    public final List<Integer> ports() {
        return List.copyOf(ports);
    }

    /** Waits until a client that comes to any of those that run would be served. */
    public final void awaitService() {
        await(
                "service",
                () -> IntStream.range(0, count())
                        .filter(i -> processes.get(i).isAlive())
                        .allMatch(this::isServing));
    }

    /** The number of the one that leads the others. */
    public final int leader() {
        IntPredicate leads = i -> processes.get(i).isAlive() && isLeading(i);
        await("leader", () -> IntStream.range(0, count()).anyMatch(leads));
        return IntStream.range(0, count()).filter(leads).findFirst().orElseGet(this::leader);
    }

    /** Freezes the leader until another one leads: when it goes on, it believes for a moment that it still leads. */
    public final void changeLeader() {
        int old = leader();
        freeze(old);
        try {
            await("other leader", () -> IntStream.range(0, count()).anyMatch(i -> i != old && isLeading(i)));
        } finally {
            thaw(old);
        }
    }

    private void await(String what, BooleanSupplier condition) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("no " + what + " of " + name + ": " + logs());
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private String logs() {
        return IntStream.range(0, count())
                .mapToObj(i -> {
                    try {
                        return Files.readString(log(i));
                    } catch (IOException e) {
                        return e.toString();
                    }
                })
                .collect(Collectors.joining("\n"));
    }

    /** As {@code kill -9} does. */
    public final void kill(int server) {
        try {
            processes.get(server).destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What it has stored, in folders beside its settings, is gone; it must not be running. */
    public final void forget(int server) {
        try (Stream<Path> files = Files.list(data(server))) {
            files.filter(Files::isDirectory).forEach(Ensemble::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(each -> each.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it again where it does not run, and does not wait for it. */
    public final void restart(int server) {
        if (!processes.get(server).isAlive()) {
            processes.set(server, launch(server));
        }
    }

    /** It goes on listening and answers nothing. */
    public final void freeze(int server) {
        signal(server, "-STOP");
    }

    public final void thaw(int server) {
        signal(server, "-CONT");
    }

    private void signal(int server, String signal) {
        try {
            Process kill = new ProcessBuilder(
                            "kill", signal, Long.toString(processes.get(server).pid()))
                    .start();
            if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("kill " + signal);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void destroy() {
        processes.forEach(Process::destroyForcibly);
    }

    @Override
    public final void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        destroy();
        for (int i = 0; i < processes.size(); i++) {
            kill(i);
        }
        delete(folder);
    }
}
