package io.lockgraft.store.http;

import java.net.URI;
import java.net.URISyntaxException;

/** An address {@code http://host:port} or {@code https://host:port} of a server. Immutable. */
public final class HttpEndpoint {
    private final boolean encrypted;
    private final String host;
    private final int port;

    private HttpEndpoint(boolean encrypted, String host, int port) {
        this.encrypted = encrypted;
        this.host = host;
        this.port = port;
    }

    /**
     * Reads an address.
     *
     * @param defaultPort the port of an address without one
     * @throws IllegalArgumentException with a message behind {@code '...'}: what is wrong, and what to write
     */
    public static HttpEndpoint of(String address, int defaultPort) {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            throw wrong(defaultPort);
        }
        boolean https = "https".equalsIgnoreCase(uri.getScheme());
        boolean known = https || "http".equalsIgnoreCase(uri.getScheme());
        boolean plain = uri.getPath() == null
                || uri.getPath().isEmpty()
                || uri.getPath().equals("/");
        if (!known || uri.getHost() == null || uri.getPort() > 65_535) {
            throw wrong(defaultPort);
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("has a user in it: write 'username' and 'password' beside it");
        }
        if (!plain || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("has something behind the port: leave that out");
        }
        return new HttpEndpoint(https, uri.getHost(), uri.getPort() < 0 ? defaultPort : uri.getPort());
    }

    private static IllegalArgumentException wrong(int defaultPort) {
        return new IllegalArgumentException("is no address: write it as http://host:" + defaultPort);
    }

    public boolean isEncrypted() {
        return encrypted;
    }

    /** Without the brackets of an IPv6 address. */
    String host() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    int port() {
        return port;
    }

    /** The value of the header {@code Host}. */
    String authority() {
        return host + ':' + port;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HttpEndpoint && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return (encrypted ? "https://" : "http://") + authority();
    }
}
