package io.lockgraft.store.etcd;

import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.log.StoreLog;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.http.HttpCall;
import io.lockgraft.store.http.JsonObject;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * One watch for all keys of the store, on a thread of its own, which begins with the first key that is asked for. It
 * only wakes: whether a key is free, a fresh read decides. It begins behind what etcd has done by then, and all that
 * wait look again, so it needs no history that etcd may have compacted.
 */
final class LockWatch {
    /** A silent connection is given up after this time: it may be cut. */
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(30);

    private final Gateway gateway;
    private final Names names;
    private final Places places;
    private final StoreLog log;
    private final DaemonThreads threads;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean closed;
    private volatile Thread thread;

    LockWatch(StoreContext context, Gateway gateway, Names names, Places places) {
        this.gateway = gateway;
        this.names = names;
        this.places = places;
        this.log = context.log();
        this.threads = context.threads("etcd-watch");
    }

    /** Begins it, where that has not been done. */
    void begin() {
        if (!begun.get() && begun.compareAndSet(false, true)) {
            thread = threads.newThread(this::run);
            thread.start();
        }
    }

    private void run() {
        Pauses pauses = new Pauses();
        while (!closed) {
            try {
                if (watch()) {
                    pauses = new Pauses();
                }
            } catch (IOException | RuntimeException e) {
                log.debug("the watch of etcd is begun again: " + e.getMessage());
            }
            if (!closed) {
                LockSupport.parkNanos(this, pauses.next());
            }
        }
    }

    /** Returns whether it had begun when it ended. */
    private boolean watch() throws IOException {
        Map<String, Object> what = Txn.range(names.locks(), Txn.end(names.locks()));
        what.put("filters", Collections.singletonList("NOPUT"));
        boolean created = false;
        try (HttpCall call = gateway.stream("/v3/watch", Collections.singletonMap("create_request", what), SILENCE)) {
            for (String line = call.line(); line != null && !closed; line = call.line()) {
                JsonObject read = JsonObject.read(line);
                JsonObject result = read.object("result");
                if (!read.has("result")) {
                    throw gateway.streamed(read.has("error") ? read.object("error") : read, call.endpoint());
                }
                if (result.flag("created")) {
                    created = true;
                    places.unsure();
                }
                for (JsonObject event : result.objects("events")) {
                    JsonObject deleted = event.object("kv");
                    places.gone(Txn.plain(deleted.text("key")), deleted.number("mod_revision"));
                }
                if (result.flag("canceled")) {
                    throw new IOException("etcd has ended it: " + result.text("cancel_reason"));
                }
            }
        } catch (IOException e) {
            if (!created) {
                throw e;
            }
            log.debug("the watch of etcd has ended: " + e.getMessage());
        }
        return created;
    }

    /** The gateway is closed behind it, which breaks off the read. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
