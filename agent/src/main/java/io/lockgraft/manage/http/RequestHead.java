package io.lockgraft.manage.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** The head of a request: its method, its path, and the host that it is for. Immutable. */
final class RequestHead {
    private static final int LONGEST = 8 * 1024;

    private final String method;
    private final String path;
    private final String host;

    private RequestHead(String method, String path, String host) {
        this.method = method;
        this.path = path;
        this.host = host;
    }

    /** Reads it to its empty line; null where what comes is none, or longer than any that is meant for us. */
    static RequestHead read(InputStream in) throws IOException {
        byte[] bytes = new byte[LONGEST];
        int length = 0;
        while (!isWhole(bytes, length)) {
            int more = length == LONGEST ? -1 : in.read(bytes, length, LONGEST - length);
            if (more < 0) {
                return null;
            }
            length += more;
        }
        return parse(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
    }

    /** True if there is an empty line. Lines end with a line feed, with a carriage return before it or without. */
    private static boolean isWhole(byte[] bytes, int length) {
        int lineFeed = -3;
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                if (lineFeed == i - 1 || lineFeed == i - 2 && bytes[i - 1] == '\r') {
                    return true;
                }
                lineFeed = i;
            }
        }
        return false;
    }

    private static RequestHead parse(String head) {
        String[] lines = head.split("\r?\n", -1);
        String[] words = lines[0].split(" ");
        if (words.length != 3 || !words[1].startsWith("/") || !words[2].startsWith("HTTP/1.")) {
            return null;
        }
        String host = null;
        for (int i = 1; !lines[i].isEmpty(); i++) {
            int colon = lines[i].indexOf(':');
            if (colon > 0
                    && lines[i].substring(0, colon).toLowerCase(Locale.ROOT).equals("host")) {
                if (host != null) {
                    return null;
                }
                host = lines[i].substring(colon + 1).trim();
            }
        }
        int query = words[1].indexOf('?');
        return new RequestHead(words[0], query < 0 ? words[1] : words[1].substring(0, query), host);
    }

    String method() {
        return method;
    }

    String path() {
        return path;
    }

    /**
     * True if the Host header is localhost, an IP address or a name of {@code manage.hosts}. Protects against DNS
     * rebinding. The port is ignored: a port-forward has another.
     */
    boolean isFor(Set<String> names) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":\\d{1,5}$", "").toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.matches("\\d{1,3}(\\.\\d{1,3}){3}")
                || name.matches("\\[[0-9a-f:.]+]")
                || names.contains(name);
    }
}
