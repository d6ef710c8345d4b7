package io.lockgraft.testing.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One direction of a connection through a {@link TcpProxy}. */
final class Pipe {
    private static final Pattern COMMAND = Pattern.compile("\\*\\d+\r\n\\$\\d+\r\n(\\w+)\r\n");

    private final TcpProxy proxy;
    private final Socket from;
    private final Socket to;

    /** Of those to which these are the answers; else null. */
    private final Pipe requests;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition flows = lock.newCondition();
    private boolean held;
    private volatile long waiting;
    private volatile boolean subscribes;

    /** Of each request that has no answer yet, whether it is a script. */
    private final Queue<Boolean> asked = new ConcurrentLinkedQueue<>();

    /** Null until something was delayed; from then on everything takes this way, in its order. */
    private LinkedBlockingQueue<Parcel> distance;

    Pipe(TcpProxy proxy, Socket from, Socket to, Pipe requests) {
        this.proxy = proxy;
        this.from = from;
        this.to = to;
        this.requests = requests;
    }

    /** How many bytes are held back. */
    long waiting() {
        return waiting;
    }

    boolean isRequests() {
        return requests == null;
    }

    private boolean isOfMessages() {
        return requests != null && requests.subscribes;
    }

    /** Whether one of the requests that are answered by this text is a script. Other servers than Redis have none. */
    private boolean haveScript(String text) {
        boolean script = false;
        int answers = asked.isEmpty() ? 0 : RespAnswers.count(text);
        for (int i = 0; i < answers; i++) {
            script |= Boolean.TRUE.equals(asked.poll());
        }
        return script;
    }

    void hold(boolean hold) {
        lock.lock();
        try {
            held = hold;
            flows.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void run() {
        byte[] buffer = new byte[64 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                String text = new String(buffer, 0, n, ISO_8859_1);
                for (Matcher command = COMMAND.matcher(text); isRequests() && command.find(); ) {
                    asked.add(command.group(1).startsWith("EVAL"));
                }
                boolean answersScript = !isRequests() && !isOfMessages() && requests.haveScript(text);
                subscribes |= isRequests() && text.contains("SUBSCRIBE");
                if (proxy.messagesLost && isOfMessages() && text.contains("message")) {
                    proxy.lost += n;
                    continue;
                }
                if (proxy.delay > 0 || distance != null) {
                    travel(Arrays.copyOf(buffer, n), out);
                    continue;
                }
                waiting = n;
                awaitFlow();
                byte[] other = answersScript ? proxy.said : null;
                out.write(other == null ? buffer : other, 0, other == null ? n : other.length);
                out.flush();
                waiting = 0;
            }
            if (distance != null) {
                travel(new byte[0], out);
                return;
            }
            awaitFlow();
        } catch (IOException | InterruptedException e) {
            // the connection is over
        }
        arrived();
    }

    /** What comes behind does not wait for what is before it, as it would in one sleep after the other. */
    private void travel(byte[] bytes, OutputStream out) {
        if (distance == null) {
            distance = new LinkedBlockingQueue<>();
            TcpProxy.start("distance", () -> arrive(out));
        }
        distance.add(new Parcel(bytes, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(proxy.delay)));
    }

    private void arrive(OutputStream out) {
        try {
            for (Parcel next = distance.take(); next.bytes.length > 0; next = distance.take()) {
                waiting = next.bytes.length;
                for (long left = next.due - System.nanoTime(); left > 0; left = next.due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                awaitFlow();
                out.write(next.bytes);
                out.flush();
                waiting = 0;
            }
            awaitFlow();
        } catch (IOException | InterruptedException e) {
            // the connection is over
        }
        arrived();
    }

    private void arrived() {
        waiting = 0;
        hangUp();
    }

    /** Also where the sender has not said goodbye: the receiver must not be left with a connection to nothing. */
    private void hangUp() {
        try {
            to.shutdownOutput();
        } catch (IOException e) {
            // it is closed
        }
    }

    private void awaitFlow() throws InterruptedException {
        lock.lock();
        try {
            while (held) {
                flows.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private static final class Parcel {
        private final byte[] bytes;
        private final long due;

        /** @param due when it arrives, by System.nanoTime */
        private Parcel(byte[] bytes, long due) {
            this.bytes = bytes;
            this.due = due;
        }
    }
}
