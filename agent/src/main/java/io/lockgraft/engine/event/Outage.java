package io.lockgraft.engine.event;

import io.lockgraft.bootstrap.LogLine;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.Printable;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One outage of a store: from the first call or question that it did not answer to the next one that it did. */
public final class Outage {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(5);
    /** From so many seconds on, whole seconds are exact enough. */
    private static final long SECONDS = 10;

    private final long begun;
    private final long sinceMillis;
    private final boolean partial;
    private final AtomicLong tellAt;
    private final Set<String> rules = new ConcurrentSkipListSet<>();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong unlocked = new AtomicLong();
    private final AtomicLong local = new AtomicLong();
    /** When a call had no answer last. */
    private volatile long latest;

    private volatile boolean ofRefusals;
    /** Not masked yet; and text alone: an exception would keep the classes of the application that was refused. */
    private volatile String lastSaid;

    private Outage(long waited, boolean ofRefusals, String said, long now, Outage last) {
        this.begun = now - waited;
        this.sinceMillis = System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(waited);
        this.partial = last != null && now - last.latest < MINUTE;
        this.tellAt = new AtomicLong(now);
        this.ofRefusals = ofRefusals;
        this.latest = ofRefusals ? now - PAUSE : now;
        this.lastSaid = said;
    }

    /**
     * @param miss the first call: the store is gone since it began to wait
     * @param last the outage before, or null
     */
    static Outage ofCall(NoLock miss, long now, Outage last) {
        return new Outage(miss.waitedNanos(), miss.isLasting(), miss.said(), now, last);
    }

    /** One that no call has met yet. */
    static Outage ofQuestion(String said, long now, Outage last) {
        return new Outage(0, false, said, now, last);
    }

    /** True if no call has met it. */
    boolean isUnmet() {
        return calls.get() == 0;
    }

    /** When it began, by System.currentTimeMillis. */
    public long sinceMillis() {
        return sinceMillis;
    }

    /** For how long it has lasted until now. */
    public long nanos() {
        return System.nanoTime() - begun;
    }

    /** What the store's client said to the last of its calls, or why no answer came. */
    public String why() {
        return Printable.of(Secrets.maskKnown(lastSaid));
    }

    /** True if the store has answered other calls in the minute before: some of its servers may be gone. */
    public boolean isPartial() {
        return partial;
    }

    /** True once a minute, for one of the calls of that moment. */
    boolean isToTell(long now) {
        long due = tellAt.get();
        return now - due >= 0 && tellAt.compareAndSet(due, now + MINUTE);
    }

    /** A question without an answer. */
    void add(String said, long now) {
        lastSaid = said;
        ofRefusals = false;
        latest = now;
    }

    void add(NoLock miss, Consequence consequence, long now) {
        rules.add(miss.rule());
        lastSaid = miss.said();
        calls.incrementAndGet();
        if (consequence == Consequence.UNLOCKED) {
            unlocked.incrementAndGet();
        } else if (consequence == Consequence.LOCAL) {
            local.incrementAndGet();
        }
        if (!miss.isLasting()) {
            ofRefusals = false;
            latest = now;
        }
    }

    /** False while some calls are answered and others are not, as far as the last seconds tell. */
    boolean mayEnd(long now) {
        return !partial || now - latest >= PAUSE;
    }

    /** True if the store has answered each of its calls, and refused it. */
    boolean isOfRefusals() {
        return ofRefusals;
    }

    /** How it reads behind the store's name. */
    String state() {
        return (partial ? " does not answer all calls since " : " is down since ") + LogLine.time(sinceMillis);
    }

    String length(long now) {
        long nanos = now - begun;
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
        return seconds < SECONDS ? TimeUnit.NANOSECONDS.toMillis(nanos) + " ms" : seconds + " s";
    }

    /** How many calls of which rules it was, as a sentence without its point. */
    String extent() {
        if (isUnmet()) {
            return "no call has needed it";
        }
        long all = calls.get();
        int many = rules.size();
        return (all == 1 ? "1 call" : all + " calls") + " of "
                + (many == 1 ? "rule " : many + " rules (") + Listing.of(new ArrayList<>(rules))
                + (many == 1 ? "" : ")")
                + " did not get the lock" + ran(unlocked.get(), "without it (proceed)")
                + ran(local.get(), "under that of this JVM alone (local)");
    }

    private static String ran(long calls, String how) {
        return calls == 0 ? "" : "; " + calls + " of them ran " + how;
    }
}
