package io.lockgraft.store.zookeeper.settings;

import io.lockgraft.spi.settings.TlsSettings;
import java.time.Duration;

/** What the rules file says under {@code zookeeper}. Immutable. */
public final class ZooKeeperSettings {
    static final String ROOT = "/lockgraft";
    static final Duration SESSION_TIMEOUT = Duration.ofSeconds(30);

    private final String connect;
    private final String root;
    private final Duration sessionTimeout;
    private final String user;
    private final long tokensAbove;
    private final TlsSettings tls;

    /**
     * @param user {@code name:password} of the scheme digest; null for none
     * @param tokensAbove what each fence token is greater than
     * @param tls null for a connection that is not encrypted
     */
    public ZooKeeperSettings(
            String connect, String root, Duration sessionTimeout, String user, long tokensAbove, TlsSettings tls) {
        this.connect = connect;
        this.root = root;
        this.sessionTimeout = sessionTimeout;
        this.user = user;
        this.tokensAbove = tokensAbove;
        this.tls = tls;
    }

    /** The servers, and a path behind them under which everything lies. */
    public String connect() {
        return connect;
    }

    public String root() {
        return root;
    }

    /** As asked for; the server has bounds of its own. */
    public Duration sessionTimeout() {
        return sessionTimeout;
    }

    public String user() {
        return user;
    }

    public long tokensAbove() {
        return tokensAbove;
    }

    public TlsSettings tls() {
        return tls;
    }

    @Override
    public String toString() {
        return "ZooKeeper at " + connect + (tls == null ? "" : " by TLS") + ", under " + root;
    }
}
