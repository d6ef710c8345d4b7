package io.lockgraft.store.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ServerSocketFactory;

/** A server that answers each request as the test says, byte by byte if it likes. */
final class AnsweringServer implements AutoCloseable {
    /** What becomes of a request whose head has arrived. */
    interface Script {
        void answer(Connection connection) throws Exception;
    }

    /** A client's connection, at one of its requests. */
    static final class Connection {
        final Socket socket;
        final List<String> head = new ArrayList<>();
        String body;

        private Connection(Socket socket) {
            this.socket = socket;
        }

        Connection write(String text) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(text.replace("\n", "\r\n").getBytes(ISO_8859_1));
            out.flush();
            return this;
        }

        /** Closes the connection in the rudest way. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    final List<String> requests = new CopyOnWriteArrayList<>();
    final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final ServerSocket listener;
    private final Script script;

    AnsweringServer(Script script) throws IOException {
        this(ServerSocketFactory.getDefault(), script);
    }

    AnsweringServer(ServerSocketFactory factory, Script script) throws IOException {
        this.script = script;
        this.listener = factory.createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        start(this::accept);
    }

    HttpEndpoint endpoint() {
        return HttpEndpoint.of("http://127.0.0.1:" + listener.getLocalPort(), 80);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                connections.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Connection connection = new Connection(socket);
                int length = 0;
                requests.add(line);
                for (; !line.isEmpty(); line = in.readLine()) {
                    connection.head.add(line);
                    length = line.startsWith("Content-Length: ") ? Integer.parseInt(line.substring(16)) : length;
                }
                char[] body = new char[length];
                for (int n = 0; n < length; n++) {
                    body[n] = (char) in.read();
                }
                connection.body = new String(body);
                script.answer(connection);
            }
        } catch (Exception e) {
            // the connection is over
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "proxy-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket each : connections) {
            each.close();
        }
    }
}
