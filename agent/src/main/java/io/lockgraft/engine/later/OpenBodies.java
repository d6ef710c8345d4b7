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
    private final List<Hold> holds = Collections.synchronizedList(new ArrayList<>(2));

    private OpenBodies() {}

    /** A body begins on this thread. Returns where it must end. */
    public static OpenBodies begin(Hold hold) {
        OpenBodies here = HERE.get();
        if (here == null) {
            here = new OpenBodies();
            HERE.set(here);
        }
        here.holds.add(hold);
        return here;
    }

    /** The body is about to end. */
    public void end(Hold hold) {
        holds.remove(hold);
        if (holds.isEmpty() && Thread.currentThread() == thread) {
            HERE.remove();
        }
    }

    /** Holds of this thread, each once, the outermost first. */
    public static Collection<Hold> here() {
        OpenBodies here = HERE.get();
        if (here == null) {
            return Collections.emptyList();
        }
        Collection<Hold> open = new LinkedHashSet<>(new ArrayList<>(here.holds));
        open.removeIf(Hold::isOver);
        return open;
    }
}
