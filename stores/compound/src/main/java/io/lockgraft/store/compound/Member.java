package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.log.RateLimited;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One server of a quorum, or the store ahead, and whether it has answered lately. A silent one is left alone, but for a
 * probe from time to time: questions to a frozen server pile up on the way to it, and all must be given back.
 */
public final class Member {
    private static final int MOST_UNANSWERED = 3;
    private static final long SILENCE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FIRST_PROBE = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_PROBE = TimeUnit.SECONDS.toNanos(5);

    /** It is waited for so many times as long as the slowest of its last answers took, within these bounds. */
    private static final int TIMES_USUAL = 4;

    private static final long LEAST_PATIENCE = TimeUnit.MILLISECONDS.toNanos(50);

    /** No member is waited for any longer, in nanoseconds. */
    public static final long MOST_PATIENCE = TimeUnit.MILLISECONDS.toNanos(250);

    /** What it left unanswered before a pause of so long says nothing of now, unless it was taken for silent by it. */
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    public final LockStore store;
    private final String name;
    private final String absence;
    final int number;
    private final RateLimited absences = new RateLimited();

    /** What it has granted and gets back. */
    public final Leaving leaving = new Leaving();

    /** The open questions that were given back, by their keys. */
    private final ConcurrentMap<String, CompletableFuture<?>> returning = new ConcurrentHashMap<>();

    // Guarded by this.
    private int unanswered;
    private long askedFirst;
    private long askedLast;
    /** How long its answers take; at first that is not known. */
    private long usual = MOST_PATIENCE;

    private boolean heard;
    private long probeAt;
    private long probing = FIRST_PROBE;

    Member(LockStore store, int number, String name) {
        this(store, number, name, "has no say in locks, and the others decide without it");
    }

    /** @param absence what the log tells of it, behind its name, while it does not answer */
    public Member(LockStore store, int number, String name, String absence) {
        this.name = name;
        this.absence = absence;
        this.store = store;
        this.number = number;
    }

    public synchronized void asked() {
        long now = System.nanoTime();
        if (unanswered == 0 || unanswered < MOST_UNANSWERED && now - askedLast > PAUSE) {
            askedFirst = now;
        }
        askedLast = now;
        unanswered++;
    }

    /** It said something about a lock; that it cannot be reached does not count. */
    public synchronized void heard() {
        unanswered = 0;
        probing = FIRST_PROBE;
    }

    /** The same, so many nanoseconds after it was asked. */
    public synchronized void heardAfter(long took) {
        heard();
        long bounded = Math.min(took, MOST_PATIENCE);
        usual = heard ? Math.max(bounded, usual - usual / 8) : bounded;
        heard = true;
    }

    /**
     * For how long a round that began then waits for it, where it could go on without it. Earlier rounds may have
     * waited already. The time since then does not count: this JVM may have stood still.
     */
    public synchronized long patience(long began) {
        long whole = Math.min(MOST_PATIENCE, Math.max(LEAST_PATIENCE, TIMES_USUAL * usual));
        long waited = unanswered == 0 ? 0 : Math.max(0, began - askedFirst);
        return Math.max(0, whole - waited);
    }

    /** It could not say. The log tells so, because no call fails by that, and the next failure may stop all calls. */
    public void missed(Answer answer) {
        if (answer.isRefused() || isSilent()) {
            String line = name + ' ' + absence;
            Throwable cause = answer.cause();
            boolean isOfEntry = cause instanceof NoVoteException;
            absences.warn(() -> isOfEntry ? line + ": " + cause.getMessage() : line, isOfEntry ? null : cause);
        }
    }

    /** A question is given back; {@code left} is done once its grant is on its way back. */
    void returns(List<String> keys, CompletableFuture<?> left) {
        for (String key : keys) {
            CompletableFuture<?> all = returning.merge(key, left, CompletableFuture::allOf);
            all.whenComplete((done, error) -> returning.remove(key, all));
        }
    }

    /** Done when the questions about these keys have left. */
    CompletableFuture<?> returning(List<String> keys) {
        return CompletableFuture.allOf(
                keys.stream().map(returning::get).filter(Objects::nonNull).toArray(CompletableFuture[]::new));
    }

    /** Asks it to renew these grants. One that cannot even be asked says nothing of them. */
    public List<CompletableFuture<Renewal>> renew(List<Grant> grants) {
        try {
            return store.renew(grants);
        } catch (Throwable e) { // what waits for this answer would wait for good
            return Collections.nCopies(grants.size(), CompletableFuture.completedFuture(Renewal.unknown(e)));
        }
    }

    /** What the store says of itself, or why it cannot be used. */
    public CompletableFuture<List<String>> probe() {
        return store.probe()
                .handle((said, error) -> error == null
                        ? said.stream().map(each -> name + ": " + each).collect(Collectors.toList())
                        : Collections.singletonList(
                                name + " cannot be used: " + Vote.cause(error).getMessage()));
    }

    @Override
    public String toString() {
        return name;
    }

    public synchronized boolean isSilent() {
        return unanswered >= MOST_UNANSWERED && System.nanoTime() - askedFirst > SILENCE;
    }

    /** Whether it is time to see if a silent server has come back. A caller that is told yes must ask it. */
    public synchronized boolean isDue() {
        long now = System.nanoTime();
        if (probing > FIRST_PROBE && now - probeAt < 0) {
            return false;
        }
        probeAt = now + probing;
        probing = Math.min(2 * probing, LONGEST_PROBE);
        return true;
    }
}
