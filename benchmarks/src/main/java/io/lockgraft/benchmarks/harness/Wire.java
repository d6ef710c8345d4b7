package io.lockgraft.benchmarks.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A network that takes time: what is sent comes out that much later, in order. It delays and does not throttle: what
 * was sent within one delay is under way together, as on a real line.
 */
public final class Wire implements AutoCloseable {
    /** Bytes under way, and when they arrive; null bytes are the end. */
    private static final class Chunk {
        private final byte[] bytes;
        private final long due;

        Chunk(byte[] bytes, long due) {
            this.bytes = bytes;
            this.due = due;
        }
    }

    private final ServerSocket listener;
    private final int target;
    private final long nanos;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /** @param nanos each way */
    public Wire(int target, long nanos) {
        this.target = target;
        this.nanos = nanos;
        try {
            this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                join(client, server);
                join(server, client);
            }
        } catch (IOException closed) {
            // By close, or with the server.
        }
    }

    private void join(Socket from, Socket to) {
        BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>();
        start(() -> send(from, underWay));
        start(() -> deliver(underWay, to));
    }

    private void send(Socket from, BlockingQueue<Chunk> underWay) {
        byte[] buffer = new byte[64 * 1024];
        try {
            InputStream in = from.getInputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                underWay.add(new Chunk(Arrays.copyOf(buffer, n), System.nanoTime() + nanos));
            }
        } catch (IOException closed) {
            // What is under way still arrives.
        } finally {
            underWay.add(new Chunk(null, 0));
        }
    }

    private static void deliver(BlockingQueue<Chunk> underWay, Socket to) {
        try {
            OutputStream out = to.getOutputStream();
            for (Chunk next = underWay.take(); next.bytes != null; next = underWay.take()) {
                for (long rest = next.due - System.nanoTime(); rest > 0; rest = next.due - System.nanoTime()) {
                    LockSupport.parkNanos(rest);
                }
                out.write(next.bytes);
            }
            to.shutdownOutput();
        } catch (IOException | InterruptedException closed) {
            // The connection is over.
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
