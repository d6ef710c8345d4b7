package io.lockgraft.store.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A request: method, path, headers, body, and the time until its whole answer is there. Immutable. */
public final class HttpRequest {
    private static final long DEFAULT_TIMEOUT = TimeUnit.SECONDS.toNanos(5);

    private final String method;
    private final String path;
    private final List<String> headers;
    private final byte[] body;
    private final long timeoutNanos;
    private final long answerNanos;

    private HttpRequest(
            String method, String path, List<String> headers, byte[] body, long timeoutNanos, long answerNanos) {
        this.method = method;
        this.path = path;
        this.headers = headers;
        this.body = body;
        this.timeoutNanos = timeoutNanos;
        this.answerNanos = answerNanos;
    }

    /** @param path with its query, percent-encoded */
    public static HttpRequest get(String path) {
        return of("GET", path, null);
    }

    public static HttpRequest post(String path, String body) {
        return of("POST", path, body);
    }

    public static HttpRequest put(String path, String body) {
        return of("PUT", path, body);
    }

    public static HttpRequest delete(String path) {
        return of("DELETE", path, null);
    }

    private static HttpRequest of(String method, String path, String body) {
        byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        return new HttpRequest(
                method, plain(path, '!'), Collections.emptyList(), bytes, DEFAULT_TIMEOUT, DEFAULT_TIMEOUT);
    }

    /** The same with one more header. */
    public HttpRequest header(String name, String value) {
        List<String> more = new ArrayList<>(headers);
        more.add(plain(name, '!') + ": " + plain(value, ' '));
        return new HttpRequest(method, path, more, body, timeoutNanos, answerNanos);
    }

    /**
     * The same with another time. A call whose answer is read line by line has this time for its head, and again for
     * each line.
     */
    public HttpRequest timeout(long nanos) {
        return new HttpRequest(method, path, headers, body, nanos, nanos);
    }

    /** The same, whose answer must be there so soon after it is sent. Connecting may take the rest of its time. */
    public HttpRequest answerWithin(long nanos) {
        return new HttpRequest(method, path, headers, body, timeoutNanos, nanos);
    }

    /** A line break would begin another header, or another request. */
    private static String plain(String text, char least) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < least || text.charAt(i) > '~') {
                throw new IllegalArgumentException("a path or a header with a character that is not allowed there");
            }
        }
        return text;
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    long answerNanos() {
        return answerNanos;
    }

    /** The request as it is sent. */
    byte[] bytes(String host) {
        StringBuilder head = new StringBuilder(method + ' ' + path + " HTTP/1.1\r\nHost: " + host + "\r\n");
        headers.forEach(each -> head.append(each).append("\r\n"));
        if (body != null) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = java.util.Arrays.copyOf(start, start.length + (body == null ? 0 : body.length));
        System.arraycopy(body == null ? all : body, 0, all, start.length, all.length - start.length);
        return all;
    }

    /** Without headers and body: they may hold a password or a token. */
    @Override
    public String toString() {
        return method + ' ' + path;
    }
}
