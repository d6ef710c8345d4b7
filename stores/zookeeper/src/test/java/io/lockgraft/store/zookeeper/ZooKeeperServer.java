package io.lockgraft.store.zookeeper;

import io.lockgraft.conformance.server.LookedInto;
import io.lockgraft.store.zookeeper.settings.ZooKeeperSettings;
import io.lockgraft.testing.server.TcpProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.NIOServerCnxnFactory;

/** A ZooKeeper server in this JVM, and a client of it that looks from outside. */
final class ZooKeeperServer implements LookedInto, AutoCloseable {
    private static final int TICK = 200;
    private static final String ROOT = "/lockgraft";

    static {
        // Before its classes are loaded. A process that is killed loses nothing by it, and a busy disk takes seconds.
        System.setProperty("zookeeper.forceSync", "no");
    }

    private final Path folder = Files.createTempDirectory("zookeeper");
    private final StallingServer server;
    private final NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
    private final ZooKeeper witness;
    private final Paths paths = new Paths(ROOT);

    ZooKeeperServer() throws Exception {
        server = new StallingServer(folder.toFile(), TICK);
        server.setMaxSessionTimeout(120_000);
        connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        connections.startup(server);
        witness = connected(address());
    }

    static ZooKeeper connected(String address) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        ZooKeeper client = new ZooKeeper(
                address,
                60_000,
                event -> {
                    if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                        latch.countDown();
                    }
                },
                new ClientConfig(null));
        if (!latch.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no server");
        }
        return client;
    }

    String address() {
        return "127.0.0.1:" + port();
    }

    @Override
    public int port() {
        return connections.getLocalPort();
    }

    /** Sees all that is there, and is no client of a store's. */
    ZooKeeper witness() {
        return witness;
    }

    static ZooKeeperSettings settings(String connect, Duration timeout) {
        return new ZooKeeperSettings(connect, ROOT, timeout, null, 0, null);
    }

    static String through(TcpProxy proxy) {
        return proxy.address().replace("redis://", "");
    }

    /** The server itself, which can be slow. */
    StallingServer itself() {
        return server;
    }

    /** The names of the nodes under a key. */
    List<String> nodes(String key) throws Exception {
        try {
            return witness.getChildren(paths.lock(key), false);
        } catch (KeeperException.NoNodeException e) {
            return new ArrayList<>();
        }
    }

    @Override
    public boolean isHeld(String key) throws Exception {
        return !QueueNode.queue(nodes(key)).holders().isEmpty();
    }

    boolean hasQueue(String key) throws Exception {
        return witness.exists(paths.lock(key), false) != null;
    }

    @Override
    public Set<String> left(List<String> keys) throws Exception {
        Set<String> left = new TreeSet<>();
        for (String each : keys) {
            left.addAll(nodes(each));
            if (hasQueue(each)) {
                left.add("the queue of " + each);
            }
        }
        return left;
    }

    @Override
    public void delete(String key) throws Exception {
        for (String each : nodes(key)) {
            try {
                witness.delete(paths.lock(key) + '/' + each, -1);
            } catch (KeeperException.NoNodeException e) {
                // It has left by itself.
            }
        }
    }

    /** Ends the session of the key's holder, as the server does with one that it does not hear. */
    void expireHolder(String key) throws Exception {
        String holder = QueueNode.queue(nodes(key)).holders().get(0).name();
        server.closeSession(
                witness.exists(paths.lock(key) + '/' + holder, false).getEphemeralOwner());
    }

    @Override
    public void close() throws Exception {
        witness.close();
        connections.shutdown();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(each -> each.toFile().delete());
        }
    }
}
