package io.lockgraft.engine.later;

import io.lockgraft.engine.hold.Hold;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The holds of one thread under which bodies run and whose rules want to know of a loss ({@code onLost: throw}). A
 * transaction that is committed inside of such a body asks for them. Any thread may end a body.
 */
public final class OpenBodies {
    private static final ThreadLocal<OpenBodies> HERE = new ThreadLocal<>();

    private final Thread thread = Thread.currentThread();
    private final List<Hold> holds = new ArrayList<>(2);

    private OpenBodies() {}

    /** A body begins on this thread. Returns where it must end. */
    public static OpenBodies begin(Hold hold) {
        OpenBodies here = HERE.get();
        if (here == null) {
            here = new OpenBodies();
            HERE.set(here);
        }
        here.add(hold);
        return here;
    }

    private synchronized void add(Hold hold) {
        holds.add(hold);
    }

    /** The body is about to end. */
    public void end(Hold hold) {
        if (remove(hold) && Thread.currentThread() == thread) {
            HERE.remove();
        }
    }

    /** Whether none is left. */
    private synchronized boolean remove(Hold hold) {
        holds.remove(hold);
        return holds.isEmpty();
    }

    /** Those of this thread, each once, the outermost first. */
    public static Collection<Hold> here() {
        OpenBodies here = HERE.get();
        return here == null ? Collections.<Hold>emptyList() : here.open();
    }

    private synchronized Collection<Hold> open() {
        Collection<Hold> open = new LinkedHashSet<>(holds);
        open.removeIf(Hold::isOver);
        return open;
    }
}
