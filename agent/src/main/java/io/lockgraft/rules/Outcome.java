package io.lockgraft.rules;

import io.lockgraft.language.expression.Template;
import java.time.Duration;

/**
 * The rule's answer to a call that did not get its lock; {@code lock.outcome} turns it into an exception or a value.
 */
public abstract class Outcome {
    /** Our own exception. */
    public static final Outcome THROW = new Outcome() {};

    /** Returns nothing, in the method's type: null, 0, false, Optional.empty, a failed or empty future. */
    public static final Outcome SKIP = new Outcome() {};

    /** The body runs without the lock; logged and counted. */
    public static final Outcome PROCEED = new Outcome() {};

    /** The body runs under the gate of this JVM alone; logged and counted. Of {@code onUnavailable}. */
    public static final Outcome LOCAL = new Outcome() {};

    private Outcome() {}

    /**
     * True if the outcome reads the object that the method is called on. The receiver of {@code call} does not count.
     */
    boolean namesThis() {
        return false;
    }

    /** The application's own exception, built with (String) or (). */
    public static final class ThrowOwn extends Outcome {
        private final String exception;
        private final Template message;

        /** @param message null: a sentence of ours */
        public ThrowOwn(String exception, Template message) {
            this.exception = exception;
            this.message = message;
        }

        public String exception() {
            return exception;
        }

        public Template message() {
            return message;
        }

        @Override
        boolean namesThis() {
            return message != null && message.namesThis();
        }
    }

    /** A fixed value, as YAML read it: null, Boolean, a Number, or String. */
    public static final class Return extends Outcome {
        private final Object value;

        public Return(Object value) {
            this.value = value;
        }

        public Object value() {
            return value;
        }
    }

    /** Another method of the same class, with the same parameters or with the key as one more. */
    public static final class Call extends Outcome {
        private final String method;

        public Call(String method) {
            this.method = method;
        }

        public String method() {
            return method;
        }
    }

    /** Tries again from the beginning, each time with the rule's whole wait, then does something else. */
    public static final class Retry extends Outcome {
        private final int times;
        private final Duration firstPause;
        private final Duration longestPause;
        private final Outcome then;

        public Retry(int times, Duration firstPause, Duration longestPause, Outcome then) {
            this.times = times;
            this.firstPause = firstPause;
            this.longestPause = longestPause;
            this.then = then;
        }

        public int times() {
            return times;
        }

        public Duration firstPause() {
            return firstPause;
        }

        public Duration longestPause() {
            return longestPause;
        }

        public Outcome then() {
            return then;
        }

        @Override
        boolean namesThis() {
            return then.namesThis();
        }
    }
}
