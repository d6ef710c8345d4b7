package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.Site;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.LockKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Tells which keys of a call its own thread has already, by the calls around it. */
public final class Nesting {
    private final List<Hold> outers = new ArrayList<>(2);
    private final List<String> rest = new ArrayList<>();
    private Hold refusing;
    private String refused;
    private String shared;

    private Nesting() {}

    /**
     * Null where the thread has none of them.
     *
     * @param around the good hold on a key that is around the call and that its thread does not show; or null
     */
    public static Nesting of(Gates gates, Function<String, Hold> around, LockKind kind, List<String> keys) {
        Nesting nesting = null;
        for (int i = 0; i < keys.size(); i++) {
            Hold outer = gates.outer(keys.get(i));
            outer = outer == null && around != null ? around.apply(keys.get(i)) : outer;
            if (outer != null && nesting == null) {
                nesting = new Nesting();
                nesting.rest.addAll(keys.subList(0, i));
            }
            if (nesting != null) {
                nesting.add(keys.get(i), outer, kind);
            }
        }
        if (nesting != null && kind == LockKind.FENCED) {
            nesting.needOneToken();
        }
        return nesting;
    }

    /** True if a call that needs this kind of lock needs no more than the hold around it has. */
    public static boolean covers(Hold outer, LockKind inner) {
        LockKind has = outer.site().lock();
        switch (has) {
            case READ:
            case SEMAPHORE:
                return inner == has;
            case FENCED:
                return true;
            default:
                return inner != LockKind.FENCED;
        }
    }

    private void add(String key, Hold outer, LockKind kind) {
        if (outer == null) {
            rest.add(key);
        } else if (!covers(outer, kind) || outer.isSuspended()) {
            refusing = outer;
            refused = key;
        } else if (!outers.contains(outer)) {
            outers.add(outer);
            shared = key;
        }
    }

    /**
     * A call has one token, which must be greater than all before it on each of its keys, and less than all after it.
     * One hold's is that for the keys of this hold, and for no others.
     */
    private void needOneToken() {
        if (refusing == null && (!rest.isEmpty() || outers.size() > 1)) {
            refusing = outers.get(outers.size() - 1);
            refused = shared;
        }
    }

    /** A hold that has one of the keys in a kind that this call does not fit into; or null. */
    public Hold refusing() {
        return refusing;
    }

    /** For a call of this site that is refused. */
    public NoLock miss(Site site) {
        Rule outer = refusing.site().rule();
        return refusing.isSuspended()
                ? NoLock.suspended(outer, site.rule(), site.method(), refused)
                : NoLock.inside(outer, site.rule(), site.method(), refused);
    }

    /** The holds to have a share in, each once. */
    public List<Hold> outers() {
        return outers;
    }

    /** The keys that the thread does not have, in their order. */
    public List<String> rest() {
        return rest;
    }
}
