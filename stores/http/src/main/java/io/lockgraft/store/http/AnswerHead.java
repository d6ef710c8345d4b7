package io.lockgraft.store.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Status and headers of an answer: all that stands before its body. */
final class AnswerHead {
    private static final int LONGEST = 64 * 1024;

    private final int status;
    private final boolean oldProtocol;
    private final Map<String, String> headers = new HashMap<>();

    private AnswerHead(String statusLine) throws IOException {
        if (!statusLine.matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
            throw new IOException("this is no answer of an HTTP server");
        }
        this.status = Integer.parseInt(statusLine.substring(9, 12));
        this.oldProtocol = statusLine.startsWith("HTTP/1.0");
    }

    static AnswerHead read(InputStream in) throws IOException {
        AnswerHead head = new AnswerHead(line(in));
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                String name = line.substring(0, colon).trim().toLowerCase(Locale.ROOT);
                head.headers.put(name, line.substring(colon + 1).trim());
            }
        }
        // Such as "100 Continue": the answer itself stands behind it.
        return head.status < 200 ? read(in) : head;
    }

    /** A line without its end. */
    static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server has closed the connection");
            }
            if (line.size() > LONGEST) {
                throw new IOException("this is no answer of an HTTP server");
            }
            line.write(next);
        }
        return new String(line.toByteArray(), StandardCharsets.ISO_8859_1).trim();
    }

    int status() {
        return status;
    }

    /** By their names in lower case. */
    Map<String, String> headers() {
        return headers;
    }

    boolean keepsConnection() {
        boolean bounded = isChunked() || headers.containsKey("content-length") || hasNoBody();
        return bounded && !oldProtocol && !"close".equalsIgnoreCase(headers.get("connection"));
    }

    private boolean hasNoBody() {
        return status == 204 || status == 304;
    }

    private boolean isChunked() {
        return headers.getOrDefault("transfer-encoding", "")
                .toLowerCase(Locale.ROOT)
                .endsWith("chunked");
    }

    /** The body, which ends where the answer ends. Fails where the connection ends before. */
    InputStream body(InputStream in) throws IOException {
        if (hasNoBody()) {
            return new BodyInput(in, 0, false);
        }
        if (isChunked()) {
            return new BodyInput(in, 0, true);
        }
        String length = headers.get("content-length");
        if (length == null) {
            return in;
        }
        if (!length.matches("[0-9]{1,18}")) {
            throw new IOException("this is no answer of an HTTP server");
        }
        return new BodyInput(in, Long.parseLong(length), false);
    }
}
