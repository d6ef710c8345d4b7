package io.lockgraft.transactions;

import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.engine.later.Transactions;
import io.lockgraft.spi.log.RateLimited;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * The frameworks whose transactions have been begun in this JVM. None as long as none has: then the end of a body costs
 * one read. Knows them weakly, as a web application that is undeployed takes its copy along.
 */
public final class Sources implements Transactions {
    private static final RateLimited FAILURES = new RateLimited();

    private volatile List<WeakReference<Source>> sources = new ArrayList<>(0);

    /** A framework that begins transactions, which are not as expected; null mostly. */
    private volatile NotFollowedException unknown;

    /** Each of them keeps holds, also where one stands on another: the one that begins last need not end last. */
    @Override
    public List<FrameworkTransaction> active(Consumer<NotFollowedException> notFollowed) {
        List<WeakReference<Source>> all = sources;
        List<FrameworkTransaction> active = all.isEmpty() ? Collections.emptyList() : new ArrayList<>(2);
        for (int i = 0; i < all.size(); i++) {
            Source source = all.get(i).get();
            try {
                FrameworkTransaction its = source == null ? null : source.active();
                if (its != null) {
                    active.add(its);
                }
            } catch (Throwable e) {
                notFollowed.accept(new NotFollowedException(
                        "the transaction of " + source.framework() + " takes no synchronization", e));
            }
        }
        if (!all.isEmpty()) {
            OpenTransactions.addTo(active);
        }
        NotFollowedException never = unknown;
        if (never != null) {
            notFollowed.accept(never);
        }
        return active;
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

    /** The transactions of a framework are not as expected: from now on no call may take it that it is in none. */
    void addUnknown(String framework, Throwable why) {
        tell(framework, why);
        unknown = new NotFollowedException("the transactions of " + framework + " are not as expected", why);
    }

    /** What a framework of an unknown version does not do as expected is told, and its transactions are not seen. */
    static void tell(String framework, Throwable e) {
        FAILURES.error(
                () -> "the transactions of " + framework + " cannot be followed: a lock ends with its method", e);
    }

    /** It cannot be seen which method is about to be called: that takes its lock after its transaction has begun. */
    static void tellOfEntrance(String type, Throwable e) {
        FAILURES.warn(() -> type + " is not as expected: a lock is taken after the transaction has begun", e);
    }
}
