package io.lockgraft.store.redis;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.script.Scripts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What this JVM has given back and the server has not confirmed. The next request for the same keys names these owners,
 * or waits for the answer: it must not be refused because of its own JVM.
 *
 * <p>An application's own lock on a key does not queue, and would come too late behind each release of this JVM. Where
 * one may wait, some releases leave it a chance: the next request waits until the server has confirmed the release, and
 * a moment more.
 */
final class ReleasesUnderWay {
    /** A command names no more of them; the others wait for their own. */
    private static final int MOST = 64;

    /**
     * A message that has not come after so long will not come: the hold was lost, or the server has not got the
     * command.
     */
    private static final long SOON = TimeUnit.SECONDS.toNanos(1);

    /**
     * Bits of System.nanoTime that are the time within a slot of 268 ms. A hold that lasts from one slot to the next
     * leaves a chance. A thread that takes a key again and again so leaves one a slot, and nothing is remembered of it.
     */
    private static final int SLOT = 28;

    /** After a release was heard by a client that does not queue, one may wait for so long. */
    private static final long BESIDE = TimeUnit.SECONDS.toNanos(10);

    private volatile long besideUntil = System.nanoTime();

    private final ConcurrentHashMap<String, List<Returning>> byKey = new ConcurrentHashMap<>();

    /** One owner's keys on their way back. */
    final class Returning {
        final Request request;

        /** By System.nanoTime; its message comes later. */
        final long begun = System.nanoTime();

        private final boolean held;
        private final CompletableFuture<Void> answered = new CompletableFuture<>();

        /** Whether the next request waits until this is over. */
        final boolean leavesChance;

        private Returning(Request request, boolean held, long since) {
            this.request = request;
            this.held = held;
            this.leavesChance = held
                    && besideUntil - begun > 0
                    && since >> SLOT != begun >> SLOT
                    && request.kind() != LockKind.SEMAPHORE; // no application shares one
        }

        /** The first command has been answered, or never will be. */
        void answered() {
            answered.complete(null);
        }

        /** The server has it, or the release has been given up. */
        void over() {
            for (String key : request.keys()) {
                byKey.computeIfPresent(key, (same, all) -> without(all));
            }
            answered();
        }

        private List<Returning> without(List<Returning> all) {
            List<Returning> others = new ArrayList<>(all);
            others.remove(this);
            return others.isEmpty() ? null : others;
        }
    }

    /**
     * What was granted; to be called before the release is sent, which is told.
     *
     * @param sentAt when it was asked for, by System.nanoTime
     */
    Returning begin(Request request, long sentAt) {
        return begin(new Returning(request, true, sentAt));
    }

    /** What may have been granted; to be called before it is given back. */
    Returning begin(Request request) {
        return begin(apart(request));
    }

    /** What ends later: it is none of these, and the next request must wait for it. */
    Returning apart(Request request) {
        return new Returning(request, false, 0);
    }

    private Returning begin(Returning returning) {
        List<Returning> alone = Collections.singletonList(returning);
        for (String key : returning.request.keys()) {
            byKey.merge(key, alone, ReleasesUnderWay::both);
        }
        return returning;
    }

    private static List<Returning> both(List<Returning> some, List<Returning> more) {
        List<Returning> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    /** The releases that a command for this can name: of the same keys, by the same script. */
    List<Request> named(Request asked) {
        List<Returning> all = of(asked.keys().get(0));
        if (all.isEmpty()) {
            return Collections.emptyList();
        }
        List<Request> named = new ArrayList<>(all.size());
        for (int i = 0; i < all.size() && named.size() < MOST; i++) {
            Request request = all.get(i).request;
            if (isNamed(request, asked) && !request.owner().equals(asked.owner())) {
                named.add(request);
            }
        }
        return named;
    }

    /** The release right before this, of which waiters are told before this takes a place in the queue; or null. */
    Returning holder(Request asked) {
        long now = System.nanoTime();
        for (Returning each : of(asked.keys().get(0))) {
            if (each.held && now - each.begun < SOON && isNamed(each.request, asked)) {
                return each;
            }
        }
        return null;
    }

    /**
     * The answers to wait for before this is asked, because it cannot name these owners; null for none.
     *
     * @param leavesChance whether it also waits for a release that leaves others a chance, until that is over
     */
    CompletableFuture<?> awaited(Request asked, boolean leavesChance) {
        CompletableFuture<?> awaited = null;
        for (String key : asked.keys()) {
            int named = 0;
            for (Returning other : of(key)) {
                boolean isNamed = isNamed(other.request, asked)
                        && (other.request.owner().equals(asked.owner()) || named++ < MOST);
                boolean bothRead = other.request.kind() == LockKind.READ && asked.kind() == LockKind.READ;
                boolean waits = leavesChance && other.leavesChance || !isNamed && !bothRead;
                if (waits && !other.answered.isDone()) {
                    awaited = awaited == null ? other.answered : CompletableFuture.allOf(awaited, other.answered);
                }
            }
        }
        return awaited;
    }

    /** A client that does not queue has heard a release. It may be an application's own lock that waits. */
    void heardBeside() {
        besideUntil = System.nanoTime() + BESIDE;
    }

    private List<Returning> of(String key) {
        return byKey.getOrDefault(key, Collections.emptyList());
    }

    private static boolean isNamed(Request returning, Request asked) {
        return Scripts.canSucceed(returning, asked) && returning.keys().equals(asked.keys());
    }
}
