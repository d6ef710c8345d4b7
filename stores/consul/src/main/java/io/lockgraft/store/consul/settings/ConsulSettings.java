package io.lockgraft.store.consul.settings;

import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.http.HttpEndpoint;
import java.time.Duration;

/** What the rules file says under {@code consul}. Immutable. */
public final class ConsulSettings {
    public static final String PREFIX = "lockgraft";
    public static final Duration SESSION_TTL = Duration.ofSeconds(15);

    private final HttpEndpoint address;
    private final String prefix;
    private final Duration sessionTtl;
    private final String token;
    private final long tokensAbove;
    private final TlsSettings tls;

    /**
     * @param prefix without a slash at either end
     * @param token null for none
     * @param tokensAbove what each fence token is greater than
     * @param tls null for the JVM's own certificates
     */
    public ConsulSettings(
            HttpEndpoint address, String prefix, Duration sessionTtl, String token, long tokensAbove, TlsSettings tls) {
        this.address = address;
        this.prefix = prefix;
        this.sessionTtl = sessionTtl;
        this.token = token;
        this.tokensAbove = tokensAbove;
        this.tls = tls;
    }

    public HttpEndpoint address() {
        return address;
    }

    /** All entries of the store have names that begin so, with a slash behind it. */
    public String prefix() {
        return prefix;
    }

    /** The TTL of the session, its lock-delay, and the longest lease. */
    public Duration sessionTtl() {
        return sessionTtl;
    }

    public String token() {
        return token;
    }

    public long tokensAbove() {
        return tokensAbove;
    }

    public TlsSettings tls() {
        return tls;
    }

    @Override
    public String toString() {
        return "Consul at " + address + ", under " + prefix;
    }
}
