package io.lockgraft.store.consul;

import io.lockgraft.spi.Owner;
import io.lockgraft.spi.thread.Pauses;
import io.lockgraft.store.consul.api.Failures;
import io.lockgraft.store.consul.api.KvEntry;
import io.lockgraft.store.consul.api.Transaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Entries whose session is over. Consul refuses to lock them for the lock-delay, in which their owner may not know that
 * yet. Each is deleted in the step that locks it, so nothing overtakes that delay.
 */
final class Dead {
    /** Each takes two steps. */
    private static final int MOST = Transaction.MOST / 2;

    /** TTLs after which this JVM's predecessor is surely over, which may have been killed just before it began. */
    private static final int LATER = 4;

    /** A sweep reads all entries: one that always fails must not burden the servers. */
    private static final long LONGEST_PAUSE = TimeUnit.HOURS.toNanos(1);

    private final ConsulClient client;

    Dead(ConsulClient client) {
        this.client = client;
    }

    /** Completes with false where the lock-delay still keeps all of them. */
    CompletableFuture<Boolean> bury(List<KvEntry> entries) {
        if (entries.isEmpty()) {
            return CompletableFuture.completedFuture(false);
        }
        List<KvEntry> some = entries.subList(0, Math.min(MOST, entries.size()));
        Transaction steps = new Transaction();
        for (KvEntry each : some) {
            steps.lock(each.name(), each.value(), client.id()).delete(each.name());
        }
        return client.api().all(steps).thenCompose(outcome -> {
            if (outcome.isDone()) {
                return CompletableFuture.completedFuture(true);
            }
            List<KvEntry> others = new ArrayList<>();
            for (int i = 0; i < some.size(); i++) {
                if (!outcome.failures().containsKey(2 * i)) {
                    others.add(some.get(i));
                }
            }
            return bury(others);
        });
    }

    /** Who holds a key of such an entry, for a message. */
    String told(String owner) {
        String holder = Owner.holder(owner);
        return (holder == null ? "a JVM" : holder)
                + " (its session is over; Consul keeps its locks for the lock-delay of "
                + client.settings().sessionTtl().getSeconds() + " s)";
    }

    /**
     * Deletes the entries of keys that nobody wants any more, and the guards of sessions that are over: now, and once
     * more when this JVM's predecessor is surely over. Leaves what users and stores with a longer prefix have there.
     */
    void sweep() {
        long ttl = client.settings().sessionTtl().toNanos();
        sweepAll(ttl, () -> client.clock().after(LATER * ttl, () -> sweepAll(ttl, () -> {})));
    }

    /**
     * Sweeps, and again after each failure: one chain, whose pauses grow.
     *
     * @param pause before the next sweep, in nanoseconds
     * @param then runs once, unless the session is over before
     */
    private void sweepAll(long pause, Runnable then) {
        Names names = client.names();
        sweep(names.guards(), entry -> names.isGuard(entry.name()))
                .thenCompose(none -> sweep(names.locks(), entry -> OwnerText.read(entry.value()) != null))
                .whenComplete((done, failed) -> {
                    if (client.isEnded()) {
                        return;
                    }
                    if (Failures.isUnsure(failed)) {
                        long next = Math.min(2 * pause, LONGEST_PAUSE);
                        client.clock().after(Pauses.jittered(pause), () -> sweepAll(next, then));
                    } else {
                        then.run();
                    }
                });
    }

    private CompletableFuture<?> sweep(String beginning, Predicate<KvEntry> isOwn) {
        return client.api().read(beginning).thenCompose(tree -> buryAll(tree.entries(), isOwn));
    }

    private CompletableFuture<?> buryAll(Collection<KvEntry> entries, Predicate<KvEntry> isOwn) {
        CompletableFuture<?> done = CompletableFuture.completedFuture(null);
        List<KvEntry> part = new ArrayList<>();
        for (KvEntry each : entries) {
            if (each.session().isEmpty() && isOwn.test(each)) {
                part.add(each);
            }
            if (part.size() == MOST) {
                List<KvEntry> full = part;
                done = done.thenCompose(none -> bury(full));
                part = new ArrayList<>();
            }
        }
        List<KvEntry> rest = part;
        return done.thenCompose(none -> bury(rest));
    }
}
