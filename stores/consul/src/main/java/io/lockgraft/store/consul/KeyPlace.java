package io.lockgraft.store.consul;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.queue.KeyQueue;
import io.lockgraft.spi.queue.Share;
import io.lockgraft.spi.session.Place;
import io.lockgraft.store.consul.api.Failures;
import io.lockgraft.store.consul.api.KvEntry;
import io.lockgraft.store.consul.api.Outcome;
import io.lockgraft.store.consul.api.Transaction;
import io.lockgraft.store.consul.api.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An owner's entry in a key's queue. While others are before it, a blocking query waits for the last of them that keeps
 * it out; a semaphore's waits for the whole queue.
 */
final class KeyPlace extends Place {
    private final ConsulClient client;
    private final String queue;
    private final Wakeups wakeups;

    /** Null where there is no entry, and none on its way. */
    private volatile String name;

    /** True if the command that makes the entry was not answered. */
    private volatile boolean unsure;

    private volatile boolean has;

    /** True from its grant's first renewal on. */
    private volatile boolean renewed;

    private volatile boolean left;

    /** When it got the key, in milliseconds since 1970; 0 where its entry tells that. */
    private volatile long untold;

    KeyPlace(ConsulClient client, String key, Request request) {
        super(key, request);
        this.client = client;
        this.queue = client.names().queue(key);
        this.wakeups = new Wakeups(client);
    }

    /** The name of its entry; null where there is none. */
    String name() {
        return name;
    }

    @Override
    protected CompletableFuture<Boolean> enter() {
        if (unsure) {
            return find();
        }
        if (name != null) {
            return look();
        }
        return request().waits() ? create() : createIfFree();
    }

    /** The command that was not answered has no effect from now on, if it had none. */
    private CompletableFuture<Boolean> find() {
        return client.guard().renew(steps -> steps.read(queue)).thenCompose(outcome -> {
            unsure = false;
            if (outcome.entry(name) != null) {
                return decide(new Tree(outcome.entries(), client.guard().number(outcome)));
            }
            hasNoEntry();
            return enter();
        });
    }

    /** Busy is the common answer to an owner that does not wait, and should cost no write. */
    private CompletableFuture<Boolean> createIfFree() {
        return client.api().readIf(this::isWanted, queue).thenCompose(tree -> {
            List<QueueEntry> others = QueueEntry.queue(tree.entries()).against(Share.of(request()));
            return others.isEmpty() ? create() : behind(others, tree, this::createIfFree);
        });
    }

    private CompletableFuture<Boolean> create() {
        String made = client.newName(key(), request());
        name = made;
        unsure = true;
        client.enters(this);
        return client.guard()
                .guarded(
                        this::isWanted,
                        steps -> steps.lock(made, OwnerText.of(request(), 0), client.id())
                                .read(queue))
                .<CompletableFuture<Boolean>>handle((outcome, failed) -> {
                    unsure = Failures.isUnsure(failed);
                    if (failed == null && outcome.isDone()) {
                        return decide(
                                new Tree(outcome.entries(), outcome.entry(made).created()));
                    }
                    if (!unsure) {
                        hasNoEntry();
                    }
                    return failed(failed != null ? failed : refused(outcome));
                })
                .thenCompose(Function.identity());
    }

    private static Throwable refused(Outcome outcome) {
        return new IllegalStateException("Consul has not made the entry: " + outcome.reason());
    }

    private CompletableFuture<Boolean> look() {
        return client.api().readIf(this::isWanted, queue).thenCompose(this::decide);
    }

    /** By a list that is no older than its own entry: those before it are in the list, or gone for good. */
    private CompletableFuture<Boolean> decide(Tree tree) {
        KeyQueue<QueueEntry> others = QueueEntry.queue(tree.entries());
        QueueEntry own = others.find(name);
        if (own == null) {
            return gone();
        }
        if (own.isDead()) {
            return client.beat().thenApply(since -> false);
        }
        List<QueueEntry> before = others.before(own);
        if (!before.isEmpty()) {
            return behind(before, tree, this::look);
        }
        if (!has) {
            has = true;
            untold = System.currentTimeMillis();
            wakeups.cancel();
        }
        watchOwn(own.entry());
        return CompletableFuture.completedFuture(true);
    }

    /** Waits behind these, or looks again where they were dead and could be buried. */
    private CompletableFuture<Boolean> behind(
            List<QueueEntry> before, Tree tree, Supplier<CompletableFuture<Boolean>> again) {
        List<KvEntry> dead = new ArrayList<>();
        QueueEntry last = null;
        for (QueueEntry each : before) {
            if (each.isDead()) {
                dead.add(each.entry());
            } else {
                last = each;
            }
        }
        QueueEntry first = before.get(0);
        heldBy(first.isDead() ? client.dead().told(first.owner()) : first.owner());
        boolean isSemaphore = request().kind() == LockKind.SEMAPHORE;
        QueueEntry blocker = last;
        if (dead.isEmpty() || !isSemaphore && blocker != null) {
            await(isSemaphore, blocker, tree);
            return CompletableFuture.completedFuture(false);
        }
        return client.dead().bury(dead).thenCompose(buried -> {
            if (buried) {
                return again.get();
            }
            await(isSemaphore, blocker, tree);
            wakeups.byClock(this::changed);
            return CompletableFuture.completedFuture(false);
        });
    }

    /** @param blocker null where all that keep it out are dead */
    private void await(boolean isSemaphore, QueueEntry blocker, Tree tree) {
        if (name == null) {
            return;
        }
        if (isSemaphore) {
            wakeups.byQuery(queue, true, tree.index(), this::changed);
        } else if (blocker != null) {
            wakeups.byQuery(blocker.entry().name(), false, blocker.entry().modified(), this::changed);
        }
    }

    /**
     * While its request waits for other keys, nothing else looks whether it still has this one. A place whose session
     * is over is not given back, and looks no more.
     */
    private void watchOwn(KvEntry own) {
        if (request().keys().size() > 1 && !renewed && !left) {
            wakeups.byQuery(own.name(), false, own.modified(), this::lookAtOwn);
        }
    }

    private void lookAtOwn() {
        if (!renewed && !left && !client.isEnded()) {
            client.api().readOfHolder(queue).thenCompose(this::decide).exceptionally(failed -> {
                wakeups.byClock(this::lookAtOwn);
                return false;
            });
        }
    }

    /** Somebody has deleted its entry. A place in the queue is taken again at its end. */
    private CompletableFuture<Boolean> gone() {
        if (has) {
            client.left(this);
            lose("its entry in Consul was deleted");
            return CompletableFuture.completedFuture(false);
        }
        hasNoEntry();
        return enter();
    }

    /** Notes that it has no entry, and that no command under way makes one. */
    private void hasNoEntry() {
        client.left(this);
        name = null;
    }

    /**
     * Takes note of what a renewal saw.
     *
     * @param missing why the session does not have the entry; null where it has
     */
    void seen(String missing) {
        renewed = true;
        wakeups.cancel();
        if (missing != null) {
            lose("its entry in Consul was deleted, or is another session's: " + missing);
        } else if (untold > 0) {
            // Since when it has the key. Most are given back before anybody may ask.
            long since = untold;
            untold = 0;
            client.api()
                    .allOfHolder(new Transaction()
                            .checkSession(name, client.id())
                            .set(name, OwnerText.of(request(), since)));
        }
    }

    @Override
    protected CompletableFuture<Boolean> leave() {
        left = true;
        wakeups.close();
        String its = name;
        if (its == null) {
            return CompletableFuture.completedFuture(false);
        }
        boolean sure = !unsure;
        CompletableFuture<Outcome> asked = sure
                ? client.api()
                        .allOfHolder(
                                new Transaction().checkSession(its, client.id()).delete(its))
                : client.guard().renew(steps -> steps.delete(its));
        return asked.thenApply(outcome -> {
            client.left(this);
            return sure && outcome.isDone();
        });
    }

    private static <T> CompletableFuture<T> failed(Throwable why) {
        CompletableFuture<T> failed = new CompletableFuture<>();
        failed.completeExceptionally(Failures.unwrapped(why));
        return failed;
    }
}
