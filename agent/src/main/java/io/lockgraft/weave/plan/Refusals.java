package io.lockgraft.weave.plan;

import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rules that cannot be applied to a method that they name. What is found while the agent starts is collected, for
 * the JVM is not to start with it; what shows later is logged, and the method throws on call. Thread-safe.
 */
public final class Refusals {
    private final Set<String> told = new HashSet<>();
    private final List<Problem> problems = new ArrayList<>();
    private boolean starting = true;

    /** @param closed whether the method throws on call from now on, which one without code cannot */
    public synchronized void add(Problem problem, boolean open, boolean closed) {
        if (!told.add(problem.toString())) {
            return;
        }
        if (open) {
            Log.warn(problem + "; it fails open: the method runs without the lock");
        } else if (starting) {
            problems.add(problem);
        } else {
            Log.error(problem + (closed ? "; the method throws on call" : "; calls of it are not locked"));
        }
    }

    /** Ends the start: what is found from now on is logged. */
    public synchronized List<Problem> started() {
        starting = false;
        return problems;
    }
}
