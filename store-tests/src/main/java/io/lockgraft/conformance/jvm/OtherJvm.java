package io.lockgraft.conformance.jvm;

import io.lockgraft.testing.Quick;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A JVM that opens stores for a test, as another machine would. It is a {@link Worker}: it does one command a line, and
 * answers each by a line with the command's number. It ends when it is closed or killed, and with the test's own JVM.
 */
public final class OtherJvm implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final String DAEMON = "daemon ";

    private final Process process;
    private final PrintStream commands;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<String[]>> asked = new ConcurrentHashMap<>();
    private volatile boolean ended;

    private OtherJvm(Process process) {
        this.process = process;
        this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    public static OtherJvm start() throws IOException {
        Quick.leaveOut("JVM");
        OtherJvm started = new OtherJvm(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Worker.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        Thread reader = new Thread(started::readAnswers, "other-jvm");
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    /** Opens a store there. Each has an identity of its own, as if each were in a JVM of its own. */
    public OtherStore open(Opening opening) throws IOException {
        String[] opened = waitFor(ask("open", Words.written(opening)));
        return new OtherStore(this, opened[0], Long.parseLong(opened[1]));
    }

    /** The threads that run there but for those of the JVM and of the worker, as {@link #text} writes them. */
    public List<String> threads() {
        return Arrays.asList(waitFor(ask("threads")));
    }

    /** The name of a thread; that of a daemon has a sign. */
    public static String text(Thread thread) {
        return (thread.isDaemon() ? DAEMON : "") + thread.getName();
    }

    public static boolean isDaemon(String text) {
        return text.startsWith(DAEMON);
    }

    /** Ends it as a crash does: nothing of it is given back. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Stops it where it stands. Returns false where the system cannot. */
    public boolean stop() throws IOException, InterruptedException {
        return signal("-STOP");
    }

    /** Lets it go on behind {@link #stop}. */
    public void goOn() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private boolean signal(String name) throws IOException, InterruptedException {
        if (!Path.of("/bin/kill").toFile().canExecute()) {
            return false;
        }
        return new ProcessBuilder("/bin/kill", name, Long.toString(process.pid()))
                        .start()
                        .waitFor()
                == 0;
    }

    /** Its stores end with it, none of them closed. */
    @Override
    public void close() throws InterruptedException {
        kill();
    }

    /** Sends a command. The future completes with the words of its answer, and fails as the command did. */
    CompletableFuture<String[]> ask(Object... command) {
        long number = numbers.incrementAndGet();
        CompletableFuture<String[]> answer = new CompletableFuture<>();
        asked.put(number, answer);
        Object[] words = new Object[command.length + 1];
        words[0] = number;
        System.arraycopy(command, 0, words, 1, command.length);
        commands.println(Words.line(words));
        if (ended) {
            fail(number);
        }
        return answer;
    }

    static String[] waitFor(CompletableFuture<String[]> answer) {
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | TimeoutException | ExecutionException e) {
            throw new IllegalStateException("the other JVM: " + e, e);
        }
    }

    private void readAnswers() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = Words.of(line);
                CompletableFuture<String[]> answer = asked.remove(Long.parseLong(words[0]));
                String[] told = Arrays.copyOfRange(words, 2, words.length);
                if (words[1].equals(Worker.DONE)) {
                    answer.complete(told);
                } else {
                    answer.completeExceptionally(new IllegalStateException(told[0]));
                }
            }
        } catch (IOException e) {
            // It was killed while it wrote.
        }
        ended = true;
        asked.keySet().forEach(this::fail);
    }

    private void fail(long number) {
        CompletableFuture<String[]> answer = asked.remove(number);
        if (answer != null) {
            answer.completeExceptionally(new IOException("the other JVM has ended"));
        }
    }
}
