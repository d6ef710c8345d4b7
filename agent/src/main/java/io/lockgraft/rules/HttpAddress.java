package io.lockgraft.rules;

import java.util.Set;

/** An address on which HTTP is served, and by which names. Immutable; no name is looked up for it. */
public final class HttpAddress {
    private final String host;
    private final int port;
    private final Set<String> names;

    /**
     * @param host a name or an IP address; one of version 6 in brackets
     * @param port 0 for any that is free
     * @param names those that clients may use beside localhost and IP addresses, in lower case
     */
    public HttpAddress(String host, int port, Set<String> names) {
        this.host = host;
        this.port = port;
        this.names = names;
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    public Set<String> names() {
        return names;
    }
}
