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
 * or waits for the answer: it must not be refused because of its own JVM. Now and then it leaves others a chance first.
 */
final class ReleasesUnderWay {
    /** A command names no more of them; the others wait for their own. */
    private static final int MOST = 64;

    /**
     * A message that has not come after so long will not come: the hold was lost, or the server has not got the
     * command.
     */
    private static final long SOON = TimeUnit.SECONDS.toNanos(1);

    /** Time is divided into slots of 268 ms: so many bits of System.nanoTime are the time within one. */
    static final int SLOT = 28;

    /**
     * A chance ends after so long. A call that does not wait, behind the one that leaves it, has four times as long
     * until it would not know whether the key is busy.
     */
    static final long LONGEST_CHANCE = TimeUnit.MILLISECONDS.toNanos(20);

    /** A request that waits shorter leaves no chance, because that costs a round trip more. */
    private static final long LONG_WAIT = TimeUnit.SECONDS.toNanos(1);

    private final ConcurrentHashMap<String, List<Returning>> byKey = new ConcurrentHashMap<>();

    /** One owner's keys on their way back. */
    final class Returning {
        final Request request;

        /** By System.nanoTime; its message comes later. */
        final long begun = System.nanoTime();

        private final boolean held;
        private final CompletableFuture<Void> answered = new CompletableFuture<>();

        /** Ends the chance that others have behind it; null where it leaves none. */
        final CompletableFuture<Void> chance;

        private Returning(Request request, boolean held, long since) {
            this.request = request;
            this.held = held;
            this.chance = held && goesToTheNextSlot(request, since, begun) ? new CompletableFuture<>() : null;
        }

        /** For how long, in nanoseconds, a request waits for that end; not above 0 once it is no chance any more. */
        long restOfChance() {
            return LONGEST_CHANCE - (System.nanoTime() - begun);
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
            if (chance != null) {
                chance.complete(null);
            }
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
            if (isNamed(request, asked) && request.owner() != asked.owner()) {
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

    /** The answers to wait for before this is asked, because it cannot name these owners; null for none. */
    CompletableFuture<?> awaited(Request asked) {
        CompletableFuture<?> awaited = null;
        for (String key : asked.keys()) {
            int named = 0;
            for (Returning other : of(key)) {
                boolean isNamed =
                        isNamed(other.request, asked) && (other.request.owner() == asked.owner() || named++ < MOST);
                if (!isNamed
                        && !other.answered.isDone()
                        && (other.request.kind() != LockKind.READ || asked.kind() != LockKind.READ)) {
                    awaited = awaited == null ? other.answered : CompletableFuture.allOf(awaited, other.answered);
                }
            }
        }
        return awaited;
    }

    /**
     * The release that leaves others a chance before this is asked for; null for none. An application's own lock on the
     * key does not queue, and would come too late behind each release of this JVM. So now and then a request waits
     * until the release is answered, and a moment more.
     */
    Returning chance(Request asked) {
        for (Returning each : of(asked.keys().get(0))) {
            if (each.chance != null && each.restOfChance() > 0 && asked.waits() && asked.remaining() > LONG_WAIT) {
                return each;
            }
        }
        return null;
    }

    /**
     * Whether a hold has lasted from one slot of time to the next. Where a thread takes a key again and again, one hold
     * a slot does. So it leaves a chance once a slot, and nothing is remembered of a key. No application shares a
     * semaphore.
     */
    private static boolean goesToTheNextSlot(Request held, long since, long now) {
        long shift = shift(held.keys().get(0));
        return held.kind() != LockKind.SEMAPHORE && since + shift >> SLOT != now + shift >> SLOT;
    }

    /**
     * How much earlier the slots of a key begin, so that not all keys leave a chance at once. Similar keys have similar
     * hashes; multiplied by 2^64 over the golden ratio, their first bits lie far apart.
     */
    static long shift(String key) {
        return key.hashCode() * 0x9E37_79B9_7F4A_7C15L >>> Long.SIZE - SLOT;
    }

    private List<Returning> of(String key) {
        return byKey.getOrDefault(key, Collections.emptyList());
    }

    private static boolean isNamed(Request returning, Request asked) {
        return Scripts.canSucceed(returning, asked) && returning.keys().equals(asked.keys());
    }
}
