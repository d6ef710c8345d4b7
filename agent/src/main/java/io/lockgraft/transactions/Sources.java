package io.lockgraft.transactions;

import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.engine.later.Transactions;
import io.lockgraft.spi.log.RateLimited;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The frameworks whose transactions have been begun in this JVM. None as long as none has: then the end of a body costs
 * one read. Knows them weakly, as a web application that is undeployed takes its copy along.
 */
public final class Sources implements Transactions {
    private static final RateLimited FAILURES = new RateLimited();

    private volatile List<WeakReference<Source>> sources = new ArrayList<>(0);

    @Override
    public Work active() {
        List<WeakReference<Source>> all = sources;
        FrameworkTransaction active = null;
        NotFollowedException unseen = null;
        for (int i = 0; i < all.size(); i++) {
            Source source = all.get(i).get();
            FrameworkTransaction found = null;
            try {
                found = source == null ? null : source.active();
            } catch (Throwable e) {
                unseen = new NotFollowedException(
                        "the transaction of " + source.framework() + " takes no synchronization", e);
            }
            if (active == null) {
                active = found;
            } else if (found != null) {
                // Spring asks before a commit of its own alone, not where it takes part in what another has begun.
                found.carries(active);
            }
        }
        if (active == null && unseen != null) {
            throw unseen;
        }
        return active;
    }

    @Override
    public List<Work> around(Work active) {
        return sources.isEmpty() ? Collections.emptyList() : OpenTransactions.around(active != null);
    }

    @Override
    public boolean isActive() {
        List<WeakReference<Source>> all = sources;
        for (int i = 0; i < all.size(); i++) {
            Source source = all.get(i).get();
            try {
                if (source != null && source.isActive()) {
                    return true;
                }
            } catch (Throwable e) {
                tell(source.framework(), e);
            }
        }
        return false;
    }

    /** One that has begun a transaction, once. Spring's comes before what it may stand on. */
    synchronized void add(Source source, boolean first) {
        List<WeakReference<Source>> live = new ArrayList<>(sources.size() + 1);
        for (WeakReference<Source> each : sources) {
            Source known = each.get();
            if (known == source) {
                return;
            }
            if (known != null) {
                live.add(each);
            }
        }
        live.add(first ? 0 : live.size(), new WeakReference<>(source));
        sources = live;
    }

    /** What a framework of an unknown version does not do as expected is told, and its transactions are not seen. */
    static void tell(String framework, Throwable e) {
        FAILURES.error(
                () -> "the transactions of " + framework + " cannot be followed: a lock ends with its method", e);
    }
}
