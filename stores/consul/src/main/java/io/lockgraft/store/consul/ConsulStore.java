package io.lockgraft.store.consul;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.session.Session;
import io.lockgraft.spi.session.SessionClient;
import io.lockgraft.spi.session.SessionStore;
import io.lockgraft.store.consul.settings.ConsulSettings;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Locks in Consul. */
public final class ConsulStore extends SessionStore {
    private static final long QUESTION_MILLIS = 300;

    /** Until somebody looks, in milliseconds. */
    private static final long POLL = 2_000;

    private final ConsulSettings settings;
    private final String jvm;

    ConsulStore(StoreContext context, ConsulSettings settings) {
        super(context, "consul", TimeUnit.MILLISECONDS.toNanos(QUESTION_MILLIS));
        this.settings = settings;
        this.jvm = context.jvm().toString();
    }

    /** Consul ends a session that it does not hear after twice its TTL. Its locks are closed for the lock-delay. */
    static Capabilities capabilities(ConsulSettings settings) {
        long ttl = settings.sessionTtl().toMillis();
        long freed = 3 * ttl + POLL;
        return Capabilities.of(Reach.NETWORK)
                .keeping(LockKind.values())
                .leases(1, ttl)
                .question(QUESTION_MILLIS)
                .freedAfterDeath(freed)
                .deadWaiters(freed, freed)
                .with(
                        Capability.ONE_LEASE,
                        Capability.SEVERAL_PERMITS,
                        Capability.TURNS,
                        Capability.RAISES_TOKENS,
                        Capability.ENTRIES,
                        Capability.LOCKS,
                        Capability.UNLOCK);
    }

    @Override
    protected SessionClient begin(Session session) throws Exception {
        return new ConsulClient(session, settings, jvm, clock(), threads());
    }

    /** To be connected is to have made a session and written an entry: the rights are there. */
    @Override
    public CompletableFuture<List<String>> probe() {
        long ttl = settings.sessionTtl().getSeconds();
        String leases = "the session's TTL is " + ttl + " s, so a lease is at most " + ttl
                + " s, and the locks of a dead JVM are free after " + 3 * ttl + " s";
        return ask(client -> ((ConsulClient) client)
                .api()
                .version()
                .handle((version, failed) ->
                        failed == null ? "Consul " + version : "Consul's version needs the right agent:read")
                .thenApply(version -> Arrays.asList(version, leases)));
    }
}
