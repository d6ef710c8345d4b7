package io.lockgraft.testing.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A network between a client and a server that can be slow or cut: it holds back what is under way, in one direction or
 * both, and delivers it later, even where the sender has closed its connection meanwhile. Connections that are made
 * while it holds back the others are not held back, unless it is {@linkplain #cut cut}.
 */
public final class TcpProxy implements AutoCloseable {
    private final ServerSocket listener;
    private volatile int target;
    private final List<Pipe> pipes = new CopyOnWriteArrayList<>();
    private static final Pattern COMMAND = Pattern.compile("\\*\\d+\r\n\\$\\d+\r\n(\\w+)\r\n");

    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean requestsCut;
    private volatile boolean answersCut;
    private volatile boolean messagesLost;
    private volatile long lost;
    private volatile int delay;
    private volatile byte[] said;

    public TcpProxy(int target) {
        this.target = target;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("accept", this::accept);
    }

    public String address() {
        return "redis://127.0.0.1:" + listener.getLocalPort();
    }

    /** The address moves to another server: the connections that there are stay with the old one. */
    public void moveTo(int other) {
        target = other;
    }

    /** Closes the connections that there are. */
    public void hangUp() {
        try {
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on the requests of the connections that there are stay in the network. */
    public void holdRequests() {
        pipes.stream().filter(Pipe::isRequests).forEach(pipe -> pipe.hold(true));
    }

    /** From now on the answers on the connections that there are stay in the network. */
    public void holdAnswers() {
        pipes.stream().filter(pipe -> !pipe.isRequests()).forEach(pipe -> pipe.hold(true));
    }

    /**
     * From now on nothing arrives on either side, on new connections neither: a partition, in which nobody hangs up.
     */
    public void cut() {
        requestsCut = true;
        cutAnswers();
        holdRequests();
    }

    /** From now on no answer arrives, on new connections neither. */
    public void cutAnswers() {
        answersCut = true;
        holdAnswers();
    }

    /**
     * From now on what the server publishes is lost on its way, and nobody learns of it: all else, as the answer to a
     * ping, arrives on the same connection.
     */
    public void loseMessages() {
        messagesLost = true;
    }

    /** Ends {@link #loseMessages}. */
    public void loseNothing() {
        messagesLost = false;
    }

    /** How many bytes of messages were lost. */
    public long lost() {
        return lost;
    }

    /** From now on this arrives in place of each answer to a script; null ends it. */
    public void answerWith(String text) {
        said = text == null ? null : text.getBytes(ISO_8859_1);
    }

    /** From now on everything takes so much longer in each direction. */
    public void delay(int millis) {
        delay = millis;
    }

    /** Everything that was held back arrives. */
    public void deliver() {
        requestsCut = false;
        answersCut = false;
        pipes.forEach(pipe -> pipe.hold(false));
    }

    /** How many bytes are held back. */
    public long held() {
        return pipes.stream().mapToLong(pipe -> pipe.waiting).sum();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = connect();
                if (server == null) {
                    client.close();
                    continue;
                }
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                Pipe requests = new Pipe(client, server, null);
                Pipe answers = new Pipe(server, client, requests);
                pipes.add(requests);
                pipes.add(answers);
                requests.hold(requestsCut);
                answers.hold(answersCut);
                start("requests", requests::run);
                start("answers", answers::run);
            }
        } catch (IOException e) {
            // closed
        }
    }

    /** Null where the server is not there. */
    private Socket connect() {
        try {
            return new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException e) {
            return null;
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, "proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        hangUp();
    }

    /** How many answers begin in this text; it begins with one. */
    private static int answers(String text) {
        int count = 0;
        for (int at = 0; at < text.length(); count++) {
            at = endOfAnswer(text, at);
        }
        return count;
    }

    private static int endOfAnswer(String text, int at) {
        int end = text.indexOf("\r\n", at) + 2;
        if (end == 1) {
            return text.length();
        }
        char type = text.charAt(at);
        String number = text.substring(at + 1, end - 2);
        if ((type == '$' || type == '*') && !number.matches("-?\\d+")) {
            return text.length(); // the rest of an answer that came in pieces
        }
        int size = type == '$' || type == '*' ? Integer.parseInt(number) : -1;
        if (type == '$') {
            return size < 0 ? end : end + size + 2;
        }
        for (int i = 0; i < size && end < text.length(); i++) {
            end = endOfAnswer(text, end);
        }
        return end;
    }

    private final class Pipe {
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

        Pipe(Socket from, Socket to, Pipe requests) {
            this.from = from;
            this.to = to;
            this.requests = requests;
        }

        boolean isRequests() {
            return requests == null;
        }

        private boolean isOfMessages() {
            return requests != null && requests.subscribes;
        }

        /** Whether one of the requests that are answered now, so many of them, is a script. */
        private boolean haveScript(int answers) {
            boolean script = false;
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
                    boolean answersScript = !isRequests() && !isOfMessages() && requests.haveScript(answers(text));
                    subscribes |= isRequests() && text.contains("SUBSCRIBE");
                    if (messagesLost && isOfMessages() && text.contains("message")) {
                        lost += n;
                        continue;
                    }
                    if (delay > 0 || distance != null) {
                        travel(Arrays.copyOf(buffer, n), out);
                        continue;
                    }
                    waiting = n;
                    awaitFlow();
                    byte[] other = answersScript ? said : null;
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
                start("distance", () -> arrive(out));
            }
            distance.add(new Parcel(bytes, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delay)));
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

        /** Also where the sender has not said goodbye: the receiver must not be left with a connection to nobody. */
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
