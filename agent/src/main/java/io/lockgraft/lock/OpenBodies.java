package io.lockgraft.lock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The holds of one thread under which bodies run and whose rules want to know of a loss ({@code onLost: throw}): a
 * transaction that is committed inside of such a body asks for them. Nothing is left on a thread without any.
 */
final class OpenBodies {
    private static final ThreadLocal<List<Hold>> HERE = new ThreadLocal<>();

    private OpenBodies() {}

    /** A body begins on this thread. */
    static void begin(Hold hold) {
        List<Hold> here = HERE.get();
        if (here == null) {
            here = new ArrayList<>(2);
            HERE.set(here);
        }
        // Of a body that another thread has ended.
        here.removeIf(Hold::isOver);
        here.add(hold);
    }

    /** It is about to end. Throws nothing. */
    static void end(Hold hold) {
        try {
            List<Hold> here = HERE.get();
            if (here != null) {
                here.remove(hold);
                if (here.isEmpty()) {
                    HERE.remove();
                }
            }
        } catch (Throwable e) {
            // Once the hold is over nothing asks for it.
        }
    }

    /** The outermost first. */
    static List<Hold> here() {
        List<Hold> here = HERE.get();
        if (here == null) {
            return Collections.emptyList();
        }
        List<Hold> open = new ArrayList<>(here);
        open.removeIf(Hold::isOver);
        return open;
    }
}
