package io.lockgraft.manage.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A response: its status and its text. Immutable. */
final class HttpResponse {
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final int status;
    private final String reason;
    private final String type;
    private final String more;
    private final byte[] body;

    private HttpResponse(int status, String reason, String type, String more, String text) {
        this.status = status;
        this.reason = reason;
        this.type = type;
        this.more = more;
        this.body = text.getBytes(StandardCharsets.UTF_8);
    }

    static HttpResponse ok(String text) {
        return ok(PLAIN, text);
    }

    static HttpResponse ok(String type, String text) {
        return new HttpResponse(200, "OK", type, "", text);
    }

    static HttpResponse unavailable(String text) {
        return new HttpResponse(503, "Service Unavailable", PLAIN, "", text);
    }

    static HttpResponse badRequest() {
        return new HttpResponse(400, "Bad Request", PLAIN, "", "This is no HTTP request, or a very long one.\n");
    }

    static HttpResponse forbidden() {
        return new HttpResponse(
                403,
                "Forbidden",
                PLAIN,
                "",
                "Ask by localhost, by an IP address, or by a name that manage.hosts in the rules file has.\n");
    }

    static HttpResponse notFound() {
        return new HttpResponse(404, "Not Found", PLAIN, "", "There are /metrics and /healthz.\n");
    }

    static HttpResponse notAllowed() {
        return new HttpResponse(405, "Method Not Allowed", PLAIN, "Allow: GET\r\n", "GET is all there is.\n");
    }

    void write(OutputStream out) throws IOException {
        String head = "HTTP/1.1 " + status + ' ' + reason + "\r\nContent-Type: " + type + "\r\nContent-Length: "
                + body.length + "\r\n" + more
                + "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\r\n";
        byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = new byte[start.length + body.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(body, 0, all, start.length, body.length);
        out.write(all);
        out.flush();
    }
}
