package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.session.Session;
import io.lockgraft.spi.session.SessionClient;
import io.lockgraft.spi.session.SessionStore;
import io.lockgraft.store.zookeeper.settings.ZooKeeperSettings;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;

/** Locks in ZooKeeper. */
public final class ZooKeeperStore extends SessionStore {
    private static final long QUESTION_MILLIS = 200;

    private final ZooKeeperSettings settings;
    private final String jvm;

    ZooKeeperStore(StoreContext context, ZooKeeperSettings settings) {
        super(context, "zookeeper", TimeUnit.MILLISECONDS.toNanos(QUESTION_MILLIS));
        this.settings = settings;
        this.jvm = context.jvm().toString();
    }

    /**
     * The server frees the locks of a dead process with its session. It looks once a tick, and a tick is at most half
     * of a session's time-out. Its own bounds may make the session longer or shorter than the rules file asks for.
     */
    static Capabilities capabilities(ZooKeeperSettings settings) {
        long timeout = settings.sessionTimeout().toMillis();
        long freed = timeout + timeout / 2;
        return Capabilities.of(Reach.NETWORK)
                .keeping(LockKind.values())
                .leases(1, timeout / 2)
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
        return new ZooKeeperClient(session, settings, jvm, clock(), threads());
    }

    /** To be connected is to have written a node: the rights are there. */
    @Override
    public CompletableFuture<List<String>> probe() {
        return ask(client -> {
            ZooKeeperClient its = (ZooKeeperClient) client;
            int timeout = its.timeout();
            return tryQueue(its)
                    .thenApply(done -> Collections.singletonList(
                            "the session's time-out is " + timeout + " ms, so a lease is " + timeout / 2 + " ms"));
        });
    }

    /** Makes a queue and deletes it: a server that is too old has no containers. */
    private CompletableFuture<Void> tryQueue(ZooKeeperClient client) {
        String queue = client.paths().lock("lockgraft#probe:" + jvm);
        return client.commands()
                .make(queue, CreateMode.CONTAINER)
                .thenCompose(made -> Commands.orElse(
                        client.commands().delete(queue), Code.NONODE, () -> CompletableFuture.completedFuture(null)));
    }
}
