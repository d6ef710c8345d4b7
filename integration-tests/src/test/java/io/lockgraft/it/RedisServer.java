package io.lockgraft.it;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import redis.embedded.RedisExecProvider;

/** A real Redis on a free port, that a test may kill, start again, freeze, and ask. Nothing survives its end. */
final class RedisServer implements AutoCloseable {
    private static File binary;

    private final List<String> options;
    private final Path folder;
    private final int port;
    private Process process;

    private RedisServer(List<String> options) throws IOException {
        this.options = options;
        this.folder = Files.createTempDirectory("lockgraft-redis");
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = socket.getLocalPort();
        }
    }

    /** Starts one, with options as its command line has them: {@code "--requirepass", "secret"}. */
    static RedisServer start(String... options) throws IOException {
        RedisServer server = new RedisServer(List.of(options));
        server.restart();
        return server;
    }

    /** One that is not up yet: {@link #restart} starts it. */
    static RedisServer absent(String... options) throws IOException {
        return new RedisServer(List.of(options));
    }

    String address() {
        return "redis://127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    /** Starts it on the same port, empty. */
    void restart() throws IOException {
        List<String> command = new ArrayList<>(
                List.of(binary().getPath(), "--port", String.valueOf(port), "--bind", "127.0.0.1", "--save", ""));
        command.addAll(options);
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        Awaitility.await("Redis on port " + port)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(this::answers);
    }

    /** As a power cut does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    /** Stops it in the middle of whatever it does: connections stay, answers do not come. */
    void freeze() throws IOException, InterruptedException {
        Signals.stop(process);
    }

    void thaw() throws IOException, InterruptedException {
        Signals.resume(process);
    }

    /** The names of all keys. */
    List<String> keys() throws IOException {
        Object answer = command("KEYS", "*");
        return ((List<?>) answer).stream().map(String::valueOf).toList();
    }

    /** Runs one command on a connection of its own: String, Long, List or null; an error reply is an exception. */
    Object command(String... words) throws IOException {
        try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
            connection.setSoTimeout(10_000);
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.write(("*" + words.length + "\r\n").getBytes(StandardCharsets.UTF_8));
            for (String word : words) {
                byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
                request.write(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.UTF_8));
                request.write(bytes);
                request.write("\r\n".getBytes(StandardCharsets.UTF_8));
            }
            connection.getOutputStream().write(request.toByteArray());
            return reply(new DataInputStream(connection.getInputStream()));
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        Folders.delete(folder);
    }

    private boolean answers() {
        if (!process.isAlive()) {
            throw new IllegalStateException("Redis ended; its log is in " + folder);
        }
        try {
            command("PING");
            return true;
        } catch (RedisError needsPassword) {
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static Object reply(DataInputStream in) throws IOException {
        int kind = in.read();
        String line = line(in);
        switch (kind) {
            case '+':
                return line;
            case '-':
                throw new RedisError(line);
            case ':':
                return Long.valueOf(line);
            case '$':
                int length = Integer.parseInt(line);
                if (length < 0) {
                    return null;
                }
                byte[] bytes = in.readNBytes(length);
                line(in);
                return new String(bytes, StandardCharsets.UTF_8);
            case '*':
                List<Object> items = new ArrayList<>();
                for (int i = Integer.parseInt(line); i > 0; i--) {
                    items.add(reply(in));
                }
                return items;
            default:
                throw new IOException("not a reply: " + (char) kind + line);
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\r'; b = in.read()) {
            if (b < 0) {
                throw new IOException("Redis closed the connection");
            }
            line.write(b);
        }
        in.read();
        return line.toString(StandardCharsets.UTF_8);
    }

    private static synchronized File binary() throws IOException {
        if (binary == null) {
            binary = RedisExecProvider.defaultProvider().get();
        }
        return binary;
    }

    /** Redis answered, with an error. */
    static final class RedisError extends IOException {
        private static final long serialVersionUID = 1L;

        RedisError(String message) {
            super(message);
        }
    }
}
