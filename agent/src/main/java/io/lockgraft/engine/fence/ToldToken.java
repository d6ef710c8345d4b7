package io.lockgraft.engine.fence;

import io.lockgraft.bootstrap.Fence;
import io.lockgraft.spi.log.RateLimited;
import java.util.Arrays;

/**
 * The token of one fenced call while its body runs: told to its thread, to the logging libraries, and to the argument
 * that the rule names.
 *
 * <p>Where another thread ends the call, the logging contexts stay as they are: they are the first thread's own, and
 * nothing else reaches them.
 */
public final class ToldToken {
    /** The name in the logging contexts, and in Reactor's. */
    public static final String NAME = "lockgraft.fence";

    static final RateLimited FAILURES = new RateLimited();

    final long token;
    private final LogContext[] contexts;
    private final Object[] before;
    private final Thread thread = Thread.currentThread();
    private Fence fence;

    ToldToken(long token, LogContext[] contexts) {
        this.token = token;
        this.contexts = contexts;
        this.before = new Object[contexts.length];
        Arrays.fill(before, LogContext.NOT_SET);
    }

    /** True if the current thread was told. */
    public boolean isHere() {
        return thread == Thread.currentThread();
    }

    /** The body begins. */
    void tell() {
        fence = Fence.enter(token);
        String text = contexts.length == 0 ? null : Long.toString(token);
        for (int i = 0; i < contexts.length; i++) {
            before[i] = contexts[i].get(NAME);
            if (before[i] != LogContext.NOT_SET) {
                contexts[i].set(NAME, text);
            }
        }
    }

    /** The body is over: what was there before is there again. The last first, for one library may lead to another. */
    public void takeBack() {
        if (fence == null) {
            return;
        }
        try {
            for (int i = isHere() ? contexts.length - 1 : -1; i >= 0; i--) {
                if (before[i] != LogContext.NOT_SET) {
                    contexts[i].set(NAME, before[i]);
                }
            }
        } finally {
            fence.leave();
        }
    }
}
