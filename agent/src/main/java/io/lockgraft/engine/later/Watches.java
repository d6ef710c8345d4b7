package io.lockgraft.engine.later;

import io.lockgraft.engine.site.ByMethod;
import java.util.List;

/** The watches of the rules that were read together, by the number of their method. */
public final class Watches {
    private static final Watch[] NONE = {};

    private final ByMethod<Watch[]> watches = new ByMethod<>();

    /**
     * Replaces the watches of a method, as its class is woven: also where it has none, for the number may have been
     * another method's before.
     */
    public void put(int number, List<Watch> ofMethod) {
        if (!ofMethod.isEmpty() || watches.get(number) != null) {
            watches.put(number, ofMethod.toArray(NONE));
        }
    }

    /** Takes all watches away, as those of a start that was refused. */
    public void withdraw() {
        watches.fill(NONE);
    }

    /** The watches of the method, the outermost first; all of them are outside of its sites. */
    public Watch[] get(int number) {
        Watch[] its = watches.get(number);
        return its == null ? NONE : its;
    }
}
