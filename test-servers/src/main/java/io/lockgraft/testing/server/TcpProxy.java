package io.lockgraft.testing.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A network between a client and a server that can be slow or cut: it holds back what is under way, in one direction or
 * both, and delivers it later, even where the sender has closed its connection meanwhile. Connections that are made
 * while it holds back the others are not held back, unless it is {@linkplain #cut cut}.
 */
public final class TcpProxy implements AutoCloseable {
    private final ServerSocket listener;
    private volatile int target;
    private final List<Pipe> pipes = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean requestsCut;
    private volatile boolean answersCut;
    volatile boolean messagesLost;
    volatile long lost;
    volatile int delay;
    volatile byte[] said;

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
        return "redis://127.0.0.1:" + port();
    }

    public int port() {
        return listener.getLocalPort();
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
     * From now on nothing arrives on either side, on new connections neither: a partition, in which no side hangs up.
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
     * From now on what the server publishes is lost on its way, and no client learns of it: all else, as the answer to
     * a ping, arrives on the same connection.
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
        return pipes.stream().mapToLong(Pipe::waiting).sum();
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
                Pipe requests = new Pipe(this, client, server, null);
                Pipe answers = new Pipe(this, server, client, requests);
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

    static void start(String name, Runnable work) {
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
}
