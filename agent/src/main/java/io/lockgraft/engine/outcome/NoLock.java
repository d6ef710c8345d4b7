package io.lockgraft.engine.outcome;

import static io.lockgraft.rules.RuleSetting.PERMITS;
import static io.lockgraft.rules.RuleSetting.WAIT;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.api.LockKeyException;
import io.lockgraft.api.LockRuleException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.language.expression.value.MissingPartException;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.StillLoadingException;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.Printable;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A call that did not get its lock: why, and how that reads. The exceptions that it makes carry no cause of ours: the
 * application could neither see its class nor send it elsewhere.
 */
public final class NoLock {
    /** Why there is no lock. */
    public enum Kind {
        BUSY(Event.BUSY),
        UNAVAILABLE(Event.UNAVAILABLE),
        INTERRUPTED(Event.INTERRUPTED),
        MISSING_KEY(Event.MISSING_KEY),
        /** Its thread has the key already, by a call around this one, in a kind that this one does not fit into. */
        NESTING(Event.REFUSED);

        private final Event event;

        Kind(Event event) {
            this.event = event;
        }

        /** Event that is counted. */
        public Event event() {
            return event;
        }
    }

    private static final String LASTING =
            "Waiting does not help: correct what the lock server refuses, or the store's section of the rules file";

    private final Kind kind;
    private final Rule rule;
    private final MethodShape method;
    private final List<String> keys;
    private final long waitedNanos;
    private final Throwable cause;
    /** More that is known: which call waits for which, or why the call does not fit into one around it; or null. */
    private String told;
    /** Who holds the key, as the store tells; or null. */
    private String holder;
    /** Advice, if it does not follow from the kind; or null. */
    private String remedy;

    /**
     * @param keys empty where there are none
     * @param cause what the store or the expression says; or null
     */
    public NoLock(Kind kind, Rule rule, MethodShape method, List<String> keys, long waitedNanos, Throwable cause) {
        this.kind = kind;
        this.rule = rule;
        this.method = method;
        this.keys = keys;
        this.waitedNanos = waitedNanos;
        this.cause = cause;
    }

    private static NoLock nesting(Rule rule, MethodShape method, String key, String told, String remedy) {
        NoLock miss = new NoLock(Kind.NESTING, rule, method, Collections.singletonList(key), 0, null);
        miss.told = told;
        miss.remedy = remedy;
        return miss;
    }

    /** A call that cannot be made inside of one of the same thread, which has the key by that rule. */
    public static NoLock inside(Rule outer, Rule rule, MethodShape method, String key) {
        String told = "it needs " + key + " with lock: " + rule.lock().word()
                + ", inside of a call that has it with lock: " + outer.lock().word() + " (rule '" + outer.name()
                + "'), " + insideReason(outer, rule);
        String remedy = outer.lock() == LockKind.FENCED
                ? "Let the outer call take all of the keys, or neither of them those of the other"
                : "Give rule '" + Printable.of(outer.name()) + "' lock: "
                        + rule.lock().word() + ", or the two rules different keys";
        return nesting(rule, method, key, told, remedy);
    }

    private static String insideReason(Rule outer, Rule rule) {
        if (outer.lock() == LockKind.FENCED) {
            return "and so under a token that is not that of its other keys";
        }
        boolean needsToken = rule.lock() == LockKind.FENCED && outer.lock() != LockKind.READ;
        return needsToken ? "and so without a token" : "and would wait for itself";
    }

    /**
     * A call whose key a transaction of the same thread keeps, by that rule, and that is suspended while the call runs.
     */
    public static NoLock suspended(Rule outer, Rule rule, MethodShape method, String key) {
        String told = key + " is held until an outer transaction of the same thread ends (rule '" + outer.name()
                + "'); that is suspended while this call runs, so it would wait for itself";
        String remedy = "Take the lock in the method that begins the outer transaction, or let it end with the method"
                + " (hold: {until: return})";
        return nesting(rule, method, key, told, remedy);
    }

    public Kind kind() {
        return kind;
    }

    /** The key, or null where there is none; several with a comma between them. */
    public String key() {
        return keys.isEmpty() ? null : String.join(", ", keys);
    }

    /** The name of the call's rule. */
    public String rule() {
        return rule.name();
    }

    /** What the store or the expression says, as it says it, with secrets; where it is silent, that it is. */
    public String said() {
        if (cause == null) {
            return "no answer in time";
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /** Failure of the store or the expression, for the log; or null. */
    public Throwable cause() {
        return cause;
    }

    /** The same call, interrupted before it could try again. */
    public NoLock butInterrupted() {
        return new NoLock(Kind.INTERRUPTED, rule, method, keys, waitedNanos, null);
    }

    /** How long the call has waited, in nanoseconds. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** True if the call has asked for its key, be it that it was to try once. */
    public boolean hasWaited() {
        return kind == Kind.BUSY || kind == Kind.UNAVAILABLE || kind == Kind.INTERRUPTED;
    }

    /** The store has said who holds the key; null where it has not. */
    public NoLock heldBy(String who) {
        holder = who;
        return this;
    }

    /** Its cause does not go away by waiting. */
    public NoLock lasting() {
        remedy = LASTING;
        return this;
    }

    /** True if waiting does not help: the store refuses, be it this key alone. */
    public boolean isLasting() {
        return LASTING.equals(remedy);
    }

    /**
     * It is known which call waits for which.
     *
     * @param circle a sentence; or null
     */
    public NoLock because(String circle) {
        told = circle;
        return this;
    }

    /**
     * Why the call has no lock, as a sentence in one line that tells no secret, though its key may be made of one, or
     * of what a stranger sent.
     */
    public String reason() {
        return Printable.of(Secrets.maskKnown(unmasked()));
    }

    private String unmasked() {
        String start = "rule '" + rule.name() + "': " + method + " did not get its lock: ";
        switch (kind) {
            case BUSY:
                return start + others()
                        + (rule.get(WAIT).isZero() ? "" : " for all of the " + waited() + " that this one waited")
                        + "." + (told == null ? "" : " " + told);
            case UNAVAILABLE:
                return start + "the lock server could not give " + Listing.of(keys) + inTime() + because() + ".";
            case INTERRUPTED:
                return start + "its thread was interrupted while it waited for " + Listing.of(keys) + ".";
            case NESTING:
                return start + told + ".";
            default:
                return cause instanceof MissingPartException
                        ? start + "its key " + Listing.of(rule.keys()) + " is not complete" + because() + "."
                        : start + "its key or condition cannot be computed" + because() + ".";
        }
    }

    private String others() {
        boolean triedOnce = rule.get(WAIT).isZero();
        if (rule.lock() == LockKind.SEMAPHORE && rule.get(PERMITS) > 1) {
            return "other calls " + (triedOnce ? "have" : "had") + " all " + rule.get(PERMITS) + " permits of "
                    + Listing.of(keys);
        }
        String whose = holder == null ? "" : "of " + holder + ' ';
        return "another call " + whose + (triedOnce ? "holds " : "held ") + (keys.size() == 1 ? "" : "one of ")
                + Listing.of(keys);
    }

    /** Our own exception for it. */
    public LockException exception() {
        String text = reason() + " It did not run";
        switch (kind) {
            case BUSY:
                String wait = rule.get(WAIT).equals(Rule.FOREVER) ? "forever" : Durations.text(rule.get(WAIT));
                return new LockBusyException(
                        rule.name(),
                        text + ". Try again later; the rule's wait (" + wait + ") and onBusy say what happens",
                        null);
            case UNAVAILABLE:
                return new LockUnavailableException(
                        rule.name(),
                        text + ". " + (remedy == null ? remedy() : remedy)
                                + "; the rule's onUnavailable says what happens",
                        null);
            case INTERRUPTED:
                return new LockInterruptedException(rule.name(), text + "; the thread's interrupt flag is set", null);
            case NESTING:
                return new LockRuleException(rule.name(), text + ". " + remedy, null);
            default:
                // What a getter of the application threw while the key was computed.
                Throwable applicationsOwn = cause == null ? null : cause.getCause();
                return new LockKeyException(
                        rule.name(), text + ". Correct the rule's key or the argument", applicationsOwn);
        }
    }

    private String remedy() {
        return cause instanceof StillLoadingException
                ? "Give this JVM more processor time"
                : "See whether the lock server is up and can be reached";
    }

    /**
     * True if an interrupt reaches the caller as InterruptedException. Not where the method declares no more than
     * Exception or Throwable: code that catches those does not think of an interrupt, and the flag would be gone.
     */
    boolean isInterruptDeclared() {
        return method.exceptions().contains("java.lang.InterruptedException");
    }

    private String because() {
        return cause == null ? "" : " (" + said() + ')';
    }

    /** A call that need not wait has had no time to run out. */
    private String inTime() {
        return rule.get(WAIT).isZero() ? ", tried once" : " within " + waited();
    }

    private String waited() {
        return TimeUnit.NANOSECONDS.toMillis(waitedNanos) + " ms";
    }
}
