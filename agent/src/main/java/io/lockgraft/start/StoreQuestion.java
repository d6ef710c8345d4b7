package io.lockgraft.start;

import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.event.StoreHealth;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.StillLoadingException;
import io.lockgraft.spi.log.Log;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Asks a store that no call has heard lately whether it answers, at most once in five seconds: takes a lock that no
 * rule has, and gives it back. A store may be read and not written: a standby of a database, a disk that is full. So no
 * other question will do.
 *
 * <p>A store that does not answer twice in a row is down. One that refuses is not: it may refuse this key alone. One
 * that this JVM has not connected yet is not asked: connecting has a time of its own.
 */
final class StoreQuestion implements Consumer<String> {
    static final long PAUSE = TimeUnit.SECONDS.toNanos(5);

    /**
     * Behind the namespace. One key for all JVMs, for a table of a database keeps a row for each key. Not the key of
     * {@code check --connect}, which fails where its own is held.
     */
    private static final String KEY = "lockgraft:healthz";

    /** How long an answer may take: in time for the next question. */
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(4);

    private static final String NO_ANSWER = "no answer in time";

    private final Stores stores;
    private final Rules rules;
    private final Sites sites;
    private final long pause;
    /** When each was asked last; no entry for one that never was. */
    private final Map<String, Long> asked = new ConcurrentHashMap<>();
    /** Those whose last question has no answer yet. A disk that hangs may never give one. */
    private final Set<String> open = ConcurrentHashMap.newKeySet();

    /** @param pause the shortest time between two questions to one store, in nanoseconds */
    StoreQuestion(Stores stores, Rules rules, Sites sites, long pause) {
        this.stores = stores;
        this.rules = rules;
        this.sites = sites;
        this.pause = pause;
    }

    @Override
    public void accept(String store) {
        long now = System.nanoTime();
        Long before = asked.get(store);
        boolean due = before == null ? asked.putIfAbsent(store, now) == null : isDue(store, before, now);
        StoreHealth its = sites.store(store);
        if (!due || !its.isAskable() || its.hasBeenHeard()) {
            return;
        }
        if (!open.add(store)) {
            missed(its, NO_ANSWER);
            return;
        }
        boolean asks = false;
        try {
            asks = ask(store);
        } catch (RuntimeException | LinkageError e) {
            Log.debug("store '" + store + "' cannot be asked whether it answers: " + e);
        } finally {
            if (!asks) {
                open.remove(store);
            }
        }
    }

    private boolean isDue(String store, Long before, long now) {
        return now - before >= pause && asked.replace(store, before, now);
    }

    /** Returns false where there is nothing to ask for; else its answer closes the question. */
    private boolean ask(String store) {
        Iterator<LockKind> kinds =
                rules.stores().get(store).capabilities().kinds().iterator();
        if (!kinds.hasNext()) {
            return false;
        }
        String key = rules.namespace().isEmpty() ? KEY : rules.namespace() + ':' + KEY;
        stores.tryOnce(store, kinds.next(), key, LONGEST).whenComplete((answer, failure) -> {
            open.remove(store);
            heard(sites.store(store), answer, failure);
        });
        return true;
    }

    private static void heard(StoreHealth its, Answer answer, Throwable failure) {
        if (failure == null && hasAnswered(answer)) {
            its.questionAnswered();
        } else if (failure == null && answer.isRefused()) {
            its.questionRefused();
        } else {
            Throwable cause = failure == null ? answer.cause() : failure;
            if (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            if (!(cause instanceof StillLoadingException)) {
                missed(its, cause == null ? NO_ANSWER : String.valueOf(cause.getMessage()));
            }
        }
    }

    private static void missed(StoreHealth its, String why) {
        if (its.questionMissed(why)) {
            Log.warn(its + " does not answer /healthz: " + its.why());
        }
    }

    /** Busy is an answer, too: another JVM has just been granted the lock. */
    private static boolean hasAnswered(Answer answer) {
        return answer.grant() != null || answer.isBusy();
    }
}
