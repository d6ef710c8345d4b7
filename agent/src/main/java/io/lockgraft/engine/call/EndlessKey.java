package io.lockgraft.engine.call;

import io.lockgraft.api.LockKeyException;
import io.lockgraft.engine.site.Site;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.spi.text.Printable;
import java.util.Objects;

/**
 * A key whose computing calls the locked method itself, by ways that no static type tells: the call asks for its key,
 * and so on until the stack is full. Found only then, in the stack of the error, so that a call that is well costs
 * nothing.
 */
final class EndlessKey {
    /** While a body runs, its entry is not on the stack any more: so many of both can only come from keys. */
    private static final int OFTEN = 10;

    private static final String ADVICE =
            " It did not run. Make the key of parameters and properties whose code does not call the method";

    EndlessKey() {
        // Here, and not on a full stack: what the JDK cannot initialize there it never tries again.
        Objects.requireNonNull(new StackOverflowError().getStackTrace());
    }

    /** True if computing the key of this method has filled the stack, and not the calls that led to it. */
    boolean filled(StackOverflowError full, MethodShape method) {
        int entries = 0;
        int calls = 0;
        for (StackTraceElement frame : full.getStackTrace()) {
            if (frame.getMethodName().equals("enter") && frame.getClassName().equals(LockEngine.class.getName())) {
                entries++;
            } else if (frame.getMethodName().equals(method.name())
                    && frame.getClassName().equals(method.owner())) {
                calls++;
            }
        }
        return entries >= OFTEN && calls >= OFTEN;
    }

    LockKeyException exception(Site site) {
        LockKeyException told = new LockKeyException(
                site.rule().name(),
                Printable.of("rule '" + site.rule().name() + "': " + site.method()
                        + " did not get its lock: computing its key "
                        + site.rule().keys().get(0)
                        + " or its condition calls the method itself, again and again until the stack is full."
                        + ADVICE),
                null);
        site.events().keyFailed();
        return told;
    }

    /**
     * True if this failure of a key comes from such an exception of a call further in, which all those above pass on.
     */
    boolean isTold(Throwable cause) {
        return cause instanceof LockKeyException
                && cause.getMessage() != null
                && cause.getMessage().endsWith(ADVICE);
    }
}
