package io.lockgraft.store.redis.client;

import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.store.redis.connect.AddedHook;
import io.lockgraft.store.redis.connect.ClientConfig;
import io.lockgraft.store.redis.connect.RedissonThreads;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnsentException;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.redisson.Redisson;
import org.redisson.api.NodeType;
import org.redisson.config.Config;
import org.redisson.connection.ConnectionListener;

/**
 * The Redisson client, made at the first request. A thread of its own makes it: making it blocks, and Redisson refuses
 * that on threads with certain names. Where the server cannot be reached, the next request tries again. Once reached,
 * Redisson reconnects by itself.
 */
public final class Client implements AutoCloseable {
    private static final long BACKOFF = TimeUnit.MILLISECONDS.toNanos(100);

    static final String LOST = "the connection to the lock server was lost before it answered";

    private static final String CLOSED = "the lock client has been closed";
    private static final String ANEW = "the lock client was stuck and has been made anew";

    /** A command that logs in, with its arguments, as Redisson tells it. */
    private static final Pattern LOGIN = Pattern.compile("(\\((?:AUTH|HELLO)\\)[^\\[]{0,40}\\[)[^\\]]*");

    /** Deadlines do not depend on the client, which may be stuck. */
    public final Clock clock;

    private final StoreContext context;
    private final RedisSettings settings;
    private final DaemonThreads starter;
    private final Reconnection renewal;
    private final Set<Call<?>> underWay = ConcurrentHashMap.newKeySet();

    private volatile CompletableFuture<Commands> commands;
    private volatile long failedAt;
    private final Loading loading = new Loading();
    private Redisson redisson;
    private volatile Wire wire;
    private volatile boolean closed;

    public Client(StoreContext context, RedisSettings settings) {
        Secrets.addForm(LOGIN);
        this.context = context;
        this.settings = settings;
        this.clock = context.newClock("redis-clock");
        this.starter = context.threads("redis-start");
        this.renewal = new Reconnection(starter, context.log(), this::makeAnew);
    }

    /** The connected client; fails where the server could not be reached a moment ago. Never blocks. */
    public CompletableFuture<Commands> commands() {
        CompletableFuture<Commands> last = commands;
        boolean isWorthAnother =
                last == null || last.isCompletedExceptionally() && System.nanoTime() - failedAt > BACKOFF;
        return isWorthAnother ? connect(last) : last;
    }

    /** Loads and connects; see {@link Loading#over}. */
    public CompletableFuture<?> load() {
        commands();
        return loading.over();
    }

    /** What a request has waited for that got no answer in time. */
    public Exception silence() {
        return loading.awaited();
    }

    private synchronized CompletableFuture<Commands> connect(CompletableFuture<Commands> last) {
        if (commands != null && commands != last) {
            return commands;
        }
        CompletableFuture<Commands> next = new CompletableFuture<>();
        if (closed) {
            next.completeExceptionally(new IllegalStateException(CLOSED));
        } else {
            starter.execute(() -> connectNow(next));
        }
        commands = next;
        return next;
    }

    private void connectNow(CompletableFuture<Commands> next) {
        Throwable why;
        do {
            try {
                wire = connected(make());
                Commands connected = new Commands(this, settings.replicas());
                loading.connected(connected);
                next.complete(connected);
                return;
            } catch (Throwable e) {
                why = e;
                if (Failure.of(e).cause() instanceof IllegalArgumentException
                        || settings.topology().kind != Topology.Kind.SINGLE) {
                    discard();
                }
            }
        } while (loading.mayHaveTakenTooLong(why));
        why = loading.explained(why);
        failedAt = System.nanoTime();
        loading.failed(why);
        next.completeExceptionally(why);
    }

    private synchronized Redisson make() {
        if (closed) {
            throw new IllegalStateException(CLOSED);
        }
        if (redisson == null) {
            redisson = prepared();
        }
        return redisson;
    }

    private Redisson prepared() {
        try {
            Config config = ClientConfig.of(settings, context);
            config.setNettyHook(new AddedHook(config.getNettyHook(), loading::watch));
            Redisson made = (Redisson) Redisson.create(config);
            RedissonThreads.replace(made, context);
            made.getServiceManager().getConnectionEventsHub().addListener(new Disconnections());
            context.log().debug("made the Redis client for " + settings);
            return made;
        } catch (Exception e) {
            String why =
                    settings.position() + ": the lock client cannot be made from " + settings + ": " + e.getMessage();
            throw new IllegalArgumentException(why, e instanceof IOException ? null : e);
        }
    }

    /** Makes its first connection, or throws; asked again, it tries again. */
    private Wire connected(Redisson made) {
        made.getCommandExecutor().getConnectionManager().getEntrySet();
        return new Wire(made, clock, renewal::suspect);
    }

    /**
     * After a mistake in the settings Redisson has shut itself down; the file may be corrected meanwhile. And where it
     * found out the master, but could not connect to it, it would go on with that master, though there is another by
     * now.
     */
    private synchronized void discard() {
        if (redisson != null) {
            RedissonThreads.end(redisson, starter);
            redisson = null;
        }
    }

    /**
     * Another Redisson in the place of one that is stuck, under the same commands: what is held is renewed and given
     * back by it from now on.
     */
    private void makeAnew() {
        List<Call<?>> stuck = new ArrayList<>(underWay);
        Redisson fresh = prepared();
        Wire next;
        try {
            next = connected(fresh);
        } catch (Throwable e) {
            RedissonThreads.end(fresh, starter);
            throw e;
        }
        Wire last;
        synchronized (this) {
            if (closed) {
                RedissonThreads.end(fresh, starter);
                return;
            }
            last = wire;
            discard();
            redisson = fresh;
            wire = next;
        }
        last.close(new UnsentException(ANEW));
        for (Call<?> call : stuck) {
            call.lose(ANEW);
        }
    }

    /** The client as it is now; null before it is connected. */
    Wire wire() {
        return wire;
    }

    /** Remembers a call until it is answered: Redisson does not fail it when its connection breaks. */
    void track(Call<?> call) {
        underWay.add(call);
        if (closed) {
            call.lose(CLOSED);
        }
    }

    void answered(Call<?> call) {
        underWay.remove(call);
    }

    @Override
    public synchronized void close() {
        closed = true;
        connect(commands); // fails from now on
        Wire last = wire;
        if (last != null) {
            last.close(new UnsentException(CLOSED));
        }
        loading.failed(new IllegalStateException(CLOSED));
        discard();
        for (Call<?> call : underWay) {
            call.lose(CLOSED);
        }
        clock.close();
    }

    private final class Disconnections implements ConnectionListener {
        @Override
        public void onConnect(InetSocketAddress address) {}

        @Override
        public void onDisconnect(InetSocketAddress address, NodeType type) {
            if (type != NodeType.SENTINEL) {
                onDisconnect(address);
            }
        }

        @Override
        public void onDisconnect(InetSocketAddress address) {
            // Which calls went over that connection is not told. All are repeatable, so all of that server are taken
            // for lost; not those of others, for a server that another replaces must take no answers with it.
            for (Call<?> call : underWay) {
                if (call.isAnsweredBy(address)) {
                    call.lose(LOST);
                }
            }
        }
    }
}
