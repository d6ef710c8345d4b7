package io.lockgraft.store.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;
import javax.net.ssl.SSLException;

/**
 * One request and its answer, which is read whole, or line by line while the server goes on writing. Used by one
 * thread; another may {@link #close} it, and the first one fails.
 */
public final class HttpCall implements Closeable {
    private final HttpClient client;
    private final HttpRequest request;
    private HttpClient.Server server;
    private volatile HttpConnection connection;
    private volatile boolean closed;
    private AnswerHead head;
    private InputStream body;

    HttpCall(HttpClient client, HttpRequest request) {
        this.client = client;
        this.request = request;
    }

    /** Sends the request, unless that is done, and waits for the head of the answer. */
    public int status() throws IOException {
        if (head == null) {
            client.begins(this);
            long deadline = System.nanoTime() + request.timeoutNanos();
            connect(deadline);
            long sent = System.nanoTime();
            connection.deadline(sent + Math.min(deadline - sent, request.answerNanos()));
            try {
                connection.send(request);
                head = AnswerHead.read(connection.in());
                body = head.body(connection.in());
            } catch (IOException e) {
                throw unanswered(e);
            }
        }
        return head.status();
    }

    /** To the first server that lets it; nothing has been sent yet. */
    private void connect(long deadline) throws IOException {
        StringJoiner failures = new StringJoiner("; ");
        IOException last = null;
        List<HttpClient.Server> servers = client.servers();
        for (int i = 0; i < servers.size() && connection == null; i++) {
            server = servers.get(i);
            long now = System.nanoTime();
            // One that does not answer leaves time for the others.
            long until = now + (deadline - now) / (servers.size() - i);
            try {
                HttpConnection idle = server.idle();
                connection = idle == null ? client.connect(server, until) : idle;
            } catch (IOException e) {
                client.moveOn(server);
                failures.add(server.endpoint + ": " + reason(e));
                last = e;
            }
        }
        if (connection == null) {
            throw new IOException(failures.toString(), last);
        }
        if (closed) {
            connection.close();
            throw new IOException("the call was broken off");
        }
    }

    /** Waits for the whole answer. */
    public HttpAnswer answer() throws IOException {
        int status = status();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[4096];
        try {
            for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
                all.write(buffer, 0, n);
            }
        } catch (IOException e) {
            throw unanswered(e);
        }
        ends();
        return new HttpAnswer(status, head.headers(), new String(all.toByteArray(), StandardCharsets.UTF_8));
    }

    /** Waits for the next line of the answer; null at its end. */
    public String line() throws IOException {
        status();
        connection.deadline(System.nanoTime() + request.timeoutNanos());
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int next = body.read();
            if (next < 0) {
                ends();
                return null;
            }
            for (; next >= 0 && next != '\n'; next = body.read()) {
                line.write(next);
            }
        } catch (SocketTimeoutException e) {
            close(); // where nothing is written, nothing need be wrong with the server
            throw unanswered(e);
        } catch (IOException e) {
            throw unanswered(e);
        }
        return new String(line.toByteArray(), StandardCharsets.UTF_8);
    }

    /** From now on other servers are asked first: this one answers, but has no leader, say. */
    public void leaveServer() {
        client.moveOn(server);
    }

    /** The address that was asked; null before. */
    public HttpEndpoint endpoint() {
        return server == null ? null : server.endpoint;
    }

    private UnansweredException unanswered(IOException cause) {
        if (!closed) {
            client.moveOn(server);
        }
        close();
        return new UnansweredException(server.endpoint + " has not answered " + request + ": " + reason(cause), cause);
    }

    private static String reason(IOException failed) {
        String said = failed.getMessage() == null ? failed.getClass().getSimpleName() : failed.getMessage();
        return failed instanceof SSLException
                ? said + " (TLS: is this an address of http://, not https://? Else look at the certificates in tls)"
                : said;
    }

    /** The whole answer has been read: the next call may have the connection. */
    private void ends() {
        HttpConnection used = connection;
        client.ends(this);
        if (used != null && head.keepsConnection() && !closed) {
            connection = null;
            client.keep(server, used);
        }
    }

    /** Ends the call. What has not been answered by now stays unknown. Called by any thread. */
    @Override
    public void close() {
        closed = true;
        client.ends(this);
        HttpConnection used = connection;
        if (used != null) {
            used.close();
        }
    }
}
