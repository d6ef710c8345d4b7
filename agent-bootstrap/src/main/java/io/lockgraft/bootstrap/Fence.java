package io.lockgraft.bootstrap;

/**
 * One call under a fenced lock, as its thread sees it: its token, and the fenced call around it. Loaded by the
 * bootstrap loader, where every copy of {@code io.lockgraft.api.Locks} finds it; holds nothing of the application's.
 *
 * <p>A call is left on the thread that entered it. Where another thread must do that, the call is only marked: it
 * cannot reach the thread's own variable, which drops what is marked when it is next used.
 */
public final class Fence {
    private static final ThreadLocal<Fence> INNERMOST = new ThreadLocal<Fence>();

    private final long token;
    private final Fence outer;
    private volatile boolean left;

    private Fence(long token, Fence outer) {
        this.token = token;
        this.outer = outer;
    }

    /** The token of the innermost fenced call that this thread is in; 0 where there is none. */
    public static long innermost() {
        Fence fence = live(INNERMOST.get());
        return fence == null ? 0 : fence.token;
    }

    /** This thread begins a call under this token. */
    public static Fence enter(long token) {
        Fence fence = new Fence(token, live(INNERMOST.get()));
        INNERMOST.set(fence);
        return fence;
    }

    /** The call is over; nothing of it is left on its thread. */
    public void leave() {
        left = true;
        Fence innermost = INNERMOST.get();
        Fence live = live(innermost);
        if (live == null) {
            INNERMOST.remove();
        } else if (live != innermost) {
            INNERMOST.set(live);
        }
    }

    private static Fence live(Fence fence) {
        Fence live = fence;
        while (live != null && live.left) {
            live = live.outer;
        }
        return live;
    }
}
