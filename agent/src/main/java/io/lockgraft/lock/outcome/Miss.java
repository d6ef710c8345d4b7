package io.lockgraft.lock.outcome;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.api.LockKeyException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.expression.MissingPartException;
import io.lockgraft.rules.Rule;
import io.lockgraft.text.Durations;
import io.lockgraft.type.MethodShape;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A call that did not get its lock: why, and how that reads. The exceptions that it makes carry no cause of ours: the
 * application could neither see its class nor send it elsewhere.
 */
public final class Miss {
    /** Why there is no lock. */
    public enum Kind {
        BUSY,
        UNAVAILABLE,
        INTERRUPTED,
        MISSING_KEY
    }

    private final Kind kind;
    private final Rule rule;
    private final MethodShape method;
    private final String key;
    private final long waitedNanos;
    private final Throwable cause;

    /**
     * @param key null where there is none
     * @param cause what the backend or the expression says; or null
     */
    public Miss(Kind kind, Rule rule, MethodShape method, String key, long waitedNanos, Throwable cause) {
        this.kind = kind;
        this.rule = rule;
        this.method = method;
        this.key = key;
        this.waitedNanos = waitedNanos;
        this.cause = cause;
    }

    public Kind kind() {
        return kind;
    }

    /** The key, or null where there is none. */
    public String key() {
        return key;
    }

    /** What the backend or the expression says, for the log; or null. */
    public Throwable cause() {
        return cause;
    }

    /** The same call, interrupted before it could try again. */
    public Miss butInterrupted() {
        return new Miss(Kind.INTERRUPTED, rule, method, key, waitedNanos, null);
    }

    /** Why the call has no lock, as a sentence. */
    public String reason() {
        String start = "rule '" + rule.name() + "': " + method + " did not get its lock: ";
        switch (kind) {
            case BUSY:
                return start + "another call "
                        + (rule.waiting().isZero()
                                ? "holds " + key + "."
                                : "held " + key + " for all of the " + waited() + " that this one waited.");
            case UNAVAILABLE:
                return start + "the lock server could not give " + key + " within " + waited() + because() + ".";
            case INTERRUPTED:
                return start + "its thread was interrupted while it waited for " + key + ".";
            default:
                return cause instanceof MissingPartException
                        ? start + "its key " + rule.keys().get(0) + " is not complete" + because() + "."
                        : start + "its key or condition cannot be computed" + because() + ".";
        }
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
                        reason() + " It did not run. See whether the lock server is up and can be reached; the rule's"
                                + " onUnavailable says what happens",
                        null);
            case INTERRUPTED:
                return new LockInterruptedException(
                        rule.name(), reason() + " It did not run; the thread's interrupt flag is set", null);
            default:
                return new LockKeyException(
                        rule.name(),
                        reason() + " It did not run. Correct the rule's key or the argument",
                        applicationsOwn());
        }
    }

    /** Whether an interrupt may reach the caller as InterruptedException. */
    boolean isInterruptDeclared() {
        return method.exceptions().contains("java.lang.InterruptedException")
                || method.exceptions().contains("java.lang.Exception")
                || method.exceptions().contains("java.lang.Throwable");
    }

    /** What a getter of the application threw while the key was computed. */
    private Throwable applicationsOwn() {
        return cause == null ? null : cause.getCause();
    }

    private String because() {
        return cause == null ? "" : " (" + (cause.getMessage() == null ? cause : cause.getMessage()) + ')';
    }

    private String waited() {
        return TimeUnit.NANOSECONDS.toMillis(waitedNanos) + " ms";
    }

    private static String wait(Duration wait) {
        return wait.equals(Rule.FOREVER) ? "forever" : Durations.text(wait);
    }
}
