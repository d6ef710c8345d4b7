package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.session.Place;
import io.lockgraft.spi.session.Session;
import io.lockgraft.spi.session.SessionClient;
import io.lockgraft.spi.session.SessionLocks;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.store.zookeeper.settings.ZooKeeperSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.StaticHostProvider;
import org.apache.zookeeper.data.Stat;

/**
 * One session at ZooKeeper. A node of its own, to which it writes, proves that the session lives: a server that is cut
 * off from the others still answers pings and reads. All events and answers come on the library's event thread, where
 * nothing waits.
 */
final class ZooKeeperClient implements SessionClient, Watcher {
    /** A key that is taken again soon finds its queue there. */
    private static final long TIDY = TimeUnit.SECONDS.toNanos(1);

    /** After this a first write that has failed is sent again. */
    private static final long AGAIN = TimeUnit.SECONDS.toNanos(1);

    private final Session session;
    private final Paths paths;
    private final Clock clock;
    private final DaemonThreads threads;
    private final TimedHosts hosts;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final Watches watches = new Watches();
    private final Set<KeyPlace> holding = ConcurrentHashMap.newKeySet();
    private final Set<String> emptied = ConcurrentHashMap.newKeySet();
    private final ZooKeeper library;
    private final Commands commands;
    private final SilentServer silent;
    private final OwnNode own;
    private final FenceTokens tokens;
    private volatile long id;
    private volatile Touches touches;

    /** Connects in the background. May take some time, for it loads classes. */
    ZooKeeperClient(Session session, ZooKeeperSettings settings, String jvm, Clock clock, DaemonThreads threads)
            throws IOException, ClassNotFoundException {
        this.session = session;
        this.paths = new Paths(settings.root());
        this.clock = clock;
        this.threads = threads;
        this.hosts = new TimedHosts(
                new StaticHostProvider(new ConnectStringParser(settings.connect()).getServerAddresses()));
        session.silent(new ConnectException("no server of " + settings.connect() + " has answered"
                + (settings.tls() == null
                        ? "; look at host and port in zookeeper.connect, and whether it wants TLS (zookeeper.tls)"
                        : " by TLS; look at its secure port in zookeeper.connect, and at the certificates in"
                                + " zookeeper.tls")));
        this.library = new ZooKeeper(
                settings.connect(),
                (int) settings.sessionTimeout().toMillis(),
                this,
                false,
                hosts,
                new ClientConfig(settings.tls()));
        if (settings.user() != null) {
            library.addAuthInfo("digest", settings.user().getBytes(StandardCharsets.UTF_8));
        }
        this.commands = new Commands(
                library, settings.user() == null ? ZooDefs.Ids.OPEN_ACL_UNSAFE : ZooDefs.Ids.CREATOR_ALL_ACL);
        this.silent = new SilentServer(library, hosts, settings.connect(), commands, clock, threads);
        this.own = new OwnNode(commands, paths.session(jvm));
        this.tokens = new FenceTokens(this, settings.tokensAbove());
        opened.complete(null);
    }

    @Override
    public void process(WatchedEvent event) {
        if (event.getType() != Event.EventType.None) {
            watches.changed(event.getPath(), event.getType() == Event.EventType.NodeDeleted);
            return;
        }
        // The first event may come before the last lines of the constructor.
        opened.join();
        switch (event.getState()) {
            case SyncConnected:
                connected();
                break;
            case Disconnected:
                session.silent(new ConnectException("the connection to ZooKeeper is down"));
                break;
            case Expired:
                session.end(new IllegalStateException("ZooKeeper has ended it"));
                break;
            case AuthFailed:
                session.end(new Answer.Refusal("ZooKeeper does not accept the user", null));
                break;
            default:
        }
    }

    private void connected() {
        long now = library.getSessionId();
        if (id != 0 && id != now) {
            // Some servers that speak this protocol do so.
            session.end(new IllegalStateException("the server has put another one in its place"));
            return;
        }
        long timeout = TimeUnit.MILLISECONDS.toNanos(library.getSessionTimeout());
        Touches fresh = new Touches(timeout);
        fresh.connected(hosts.askedAt());
        touches = fresh;
        id = now;
        confirm(fresh);
    }

    /** Sends a first write that has failed again while the connection stays: a quota of the server may refuse it. */
    private void confirm(Touches connection) {
        beat().whenComplete((since, failed) -> {
            if (failed == null) {
                session.alive(since, TimeUnit.MILLISECONDS.toNanos(timeout()) / 2);
                holding.forEach(KeyPlace::watchOwn);
            } else if (failed.getCause() instanceof Answer.Refusal) {
                session.end(failed.getCause());
            } else {
                session.silent(failed.getCause());
                clock.after(AGAIN, () -> {
                    if (touches == connection && library.getState().isConnected()) {
                        confirm(connection);
                    }
                });
            }
        });
    }

    /** Completes with the time from which the lease counts. */
    private CompletableFuture<Long> beat() {
        long sentAt = System.nanoTime();
        CompletableFuture<Long> answered = write().thenApply(stat -> touches.since(sentAt));
        silent.leaveUnless(answered);
        return answered;
    }

    /** Writes to the node of its own. Completes with what the server says of it; null where it was made just now. */
    private CompletableFuture<Stat> write() {
        touches.sent(System.nanoTime());
        return own.write();
    }

    /** Sends a write, whose answer proves the session. */
    <T> CompletableFuture<T> write(Function<Commands, CompletableFuture<T>> command) {
        long sentAt = System.nanoTime();
        return command.apply(commands).thenApply(said -> {
            session.proven(touches.since(sentAt));
            return said;
        });
    }

    /** The server's clock, in milliseconds since 1970. */
    CompletableFuture<Long> time() {
        return write().thenCompose(stat -> stat == null ? time() : CompletableFuture.completedFuture(stat.getMtime()));
    }

    @Override
    public Place place(String key, Request request) {
        return new KeyPlace(this, key, request);
    }

    /** Nothing is asked of the places: each watches its node, and its event comes before the answer. */
    @Override
    public CompletableFuture<Long> prove(Collection<Place> held) {
        return beat();
    }

    @Override
    public CompletableFuture<Long> token(List<Place> places, Request request) {
        return tokens.next(places, request);
    }

    @Override
    public SessionLocks locks() {
        return new StoredLocks(this);
    }

    /** Does now what would come later. On a thread of its own: the library waits for the server's answer. */
    @Override
    public void end() {
        threads.execute(() -> {
            emptied.forEach(commands::delete);
            try {
                library.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** A second from now deletes a queue, unless there is anybody in it. The server does so, too, but after minutes. */
    void tidy(String queue) {
        if (emptied.add(queue)) {
            clock.after(TIDY, () -> {
                emptied.remove(queue);
                commands.delete(queue).whenComplete((done, failed) -> {
                    if (Commands.is(failed, Code.CONNECTIONLOSS)) {
                        tidy(queue);
                    }
                });
            });
        }
    }

    void holds(KeyPlace place) {
        holding.add(place);
    }

    void holdsNoMore(KeyPlace place) {
        holding.remove(place);
    }

    Commands commands() {
        return commands;
    }

    Paths paths() {
        return paths;
    }

    Watches watches() {
        return watches;
    }

    /** What the server calls the session. */
    long id() {
        return id;
    }

    /** As negotiated, in milliseconds. */
    int timeout() {
        return library.getSessionTimeout();
    }
}
