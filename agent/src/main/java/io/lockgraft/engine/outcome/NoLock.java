package io.lockgraft.engine.outcome;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.api.LockKeyException;
import io.lockgraft.api.LockRuleException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.language.expression.value.MissingPartException;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.StillLoadingException;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.Durations;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.Printable;
import java.time.Duration;
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
        BUSY,
        UNAVAILABLE,
        INTERRUPTED,
        MISSING_KEY,
        /** Its thread has the key already, by a call around this one, in a kind that this one does not fit into. */
        NESTING
    }

    private final Kind kind;
    private final Rule rule;
    private final MethodShape method;
    private final List<String> keys;
    private final long waitedNanos;
    private final Throwable cause;
    private final Rule outer;
    private final boolean lasting;
    private final boolean suspended;
    private final String circle;

    /**
     * @param keys empty where there are none
     * @param cause what the backend or the expression says; or null
     */
    public NoLock(Kind kind, Rule rule, MethodShape method, List<String> keys, long waitedNanos, Throwable cause) {
        this(kind, rule, method, keys, waitedNanos, cause, null, false, false, null);
    }

    private NoLock(
            Kind kind,
            Rule rule,
            MethodShape method,
            List<String> keys,
            long waitedNanos,
            Throwable cause,
            Rule outer,
            boolean lasting,
            boolean suspended,
            String circle) {
        this.kind = kind;
        this.rule = rule;
        this.method = method;
        this.keys = keys;
        this.waitedNanos = waitedNanos;
        this.cause = cause;
        this.outer = outer;
        this.lasting = lasting;
        this.suspended = suspended;
        this.circle = circle;
    }

    /** A call that cannot be made inside of one of the same thread, which has the key by that rule. */
    public static NoLock inside(Rule outer, Rule rule, MethodShape method, String key) {
        return new NoLock(
                Kind.NESTING, rule, method, Collections.singletonList(key), 0, null, outer, false, false, null);
    }

    /**
     * A call whose key a transaction of the same thread keeps, by that rule, and that is suspended while the call runs.
     */
    public static NoLock suspended(Rule outer, Rule rule, MethodShape method, String key) {
        return new NoLock(
                Kind.NESTING, rule, method, Collections.singletonList(key), 0, null, outer, false, true, null);
    }

    public Kind kind() {
        return kind;
    }

    /** The key, or null where there is none; several with a comma between them. */
    public String key() {
        return keys.isEmpty() ? null : String.join(", ", keys);
    }

    /** What the backend or the expression says, for the log; or null. */
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

    /** The same for a cause that does not go away by waiting. */
    public NoLock lasting() {
        return new NoLock(kind, rule, method, keys, waitedNanos, cause, outer, true, suspended, circle);
    }

    /**
     * The same where it is known which call waits for which.
     *
     * @param told a sentence; or null
     */
    public NoLock because(String told) {
        return told == null
                ? this
                : new NoLock(kind, rule, method, keys, waitedNanos, cause, outer, lasting, suspended, told);
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
                        + (rule.waiting().isZero() ? "" : " for all of the " + waited() + " that this one waited")
                        + "." + (circle == null ? "" : " " + circle);
            case UNAVAILABLE:
                return start + "the lock server could not give " + Listing.of(keys) + inTime() + because() + ".";
            case INTERRUPTED:
                return start + "its thread was interrupted while it waited for " + Listing.of(keys) + ".";
            case NESTING:
                if (suspended) {
                    return start + keys.get(0) + " is held until an outer transaction of the same thread ends (rule '"
                            + outer.name() + "'); that is suspended while this call runs, so it would wait for itself.";
                }
                return start + "it needs " + keys.get(0) + " with lock: "
                        + rule.lock().word()
                        + ", inside of a call that has it with lock: "
                        + outer.lock().word() + " (rule '" + outer.name() + "'), "
                        + insideReason()
                        + ".";
            default:
                return cause instanceof MissingPartException
                        ? start + "its key " + Listing.of(rule.keys()) + " is not complete" + because() + "."
                        : start + "its key or condition cannot be computed" + because() + ".";
        }
    }

    private String insideReason() {
        switch (outer.lock()) {
            case READ:
                return "and would wait for itself";
            case FENCED:
                return "and so under a token that is not that of its other keys";
            default:
                return rule.lock() == LockKind.FENCED ? "and so without a token" : "and would wait for itself";
        }
    }

    private String others() {
        boolean triedOnce = rule.waiting().isZero();
        if (rule.lock() == LockKind.SEMAPHORE && rule.permits() > 1) {
            return "other calls " + (triedOnce ? "have" : "had") + " all " + rule.permits() + " permits of "
                    + Listing.of(keys);
        }
        return "another call " + (triedOnce ? "holds " : "held ") + (keys.size() == 1 ? "" : "one of ")
                + Listing.of(keys);
    }

    /** Our own exception for it. */
    public LockException exception() {
        switch (kind) {
            case BUSY:
                return new LockBusyException(
                        rule.name(),
                        reason() + " It did not run. Try again later; the rule's wait (" + wait(rule.waiting())
                                + ") and onBusy say what happens",
                        null);
            case UNAVAILABLE:
                return new LockUnavailableException(
                        rule.name(),
                        reason() + " It did not run. " + remedy() + "; the rule's onUnavailable says what happens",
                        null);
            case INTERRUPTED:
                return new LockInterruptedException(
                        rule.name(), reason() + " It did not run; the thread's interrupt flag is set", null);
            case NESTING:
                return new LockRuleException(
                        rule.name(),
                        reason() + " It did not run. "
                                + (suspended
                                        ? "Take the lock in the method that begins the outer transaction, or "
                                                + "let it end with"
                                                + " the method (hold: {until: return})"
                                        : inside()),
                        null);
            default:
                return new LockKeyException(
                        rule.name(),
                        reason() + " It did not run. Correct the rule's key or the argument",
                        applicationsOwn());
        }
    }

    private String inside() {
        return outer.lock() == LockKind.FENCED
                ? "Let the outer call take all of the keys, or neither of them those of the other"
                : "Give rule '" + Printable.of(outer.name()) + "' lock: "
                        + rule.lock().word() + ", or the two rules different keys";
    }

    private String remedy() {
        if (lasting) {
            return "Waiting does not help: correct what the lock server refuses, or the redis section of the "
                    + "rules file";
        }
        return cause instanceof StillLoadingException
                ? "Give this JVM more processor time"
                : "See whether the lock server is up and can be reached";
    }

    /**
     * Whether an interrupt reaches the caller as InterruptedException. Not where the method declares no more than
     * Exception or Throwable: code that catches those does not think of an interrupt, and the flag would be gone.
     */
    boolean isInterruptDeclared() {
        return method.exceptions().contains("java.lang.InterruptedException");
    }

    /** What a getter of the application threw while the key was computed. */
    private Throwable applicationsOwn() {
        return cause == null ? null : cause.getCause();
    }

    private String because() {
        return cause == null ? "" : " (" + (cause.getMessage() == null ? cause : cause.getMessage()) + ')';
    }

    /** A call that need not wait has had no time to run out. */
    private String inTime() {
        return rule.waiting().isZero() ? ", tried once" : " within " + waited();
    }

    private String waited() {
        return TimeUnit.NANOSECONDS.toMillis(waitedNanos) + " ms";
    }

    private static String wait(Duration wait) {
        return wait.equals(Rule.FOREVER) ? "forever" : Durations.text(wait);
    }
}
