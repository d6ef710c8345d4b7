package io.lockgraft.manage.happening;

import io.lockgraft.engine.event.EngineListener;
import io.lockgraft.engine.event.Outage;
import io.lockgraft.engine.event.RuleListener;
import io.lockgraft.engine.event.StoreHealth;
import io.lockgraft.manage.happening.Happening.Kind;
import io.lockgraft.manage.text.Forms;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The last things that happened: a store that went down or came back, a lost lock, a refused method. Bounded: of things
 * that are alike, one entry a minute is kept, so a thousand locks that are lost together push out nothing else.
 * Thread-safe. Made before {@code main}, and reads no clock but the system's.
 */
public final class Happenings implements EngineListener {
    static final int MOST = 300;

    private static final long TOGETHER = TimeUnit.MINUTES.toMillis(1);

    /** The oldest first. */
    private final List<Happening> all = new ArrayList<>();

    /** The rules file that is being read, or was read last; null before. */
    private WrittenFile read;

    /** The one of the rules in force; null while there are none. */
    private WrittenFile rules;

    @Override
    public RuleListener ofRule(String rule) {
        return new RuleHappenings(rule, this);
    }

    /** Called before this file is read: when it was written cannot be known behind that. */
    public synchronized void readsRules(File file) {
        read = new WrittenFile(file);
    }

    /** Records that the rules that were read last are in force. */
    public synchronized void rulesInForce(String file, int rules) {
        this.rules = read;
        add(new Happening(
                Kind.RULES,
                System.currentTimeMillis(),
                file,
                "",
                (rules == 1 ? "1 rule" : rules + " rules") + " of " + file + " came into force."));
    }

    @Override
    public void storeDown(StoreHealth store, Outage outage) {
        String state = outage.isPartial() ? " does not answer all calls: " : " is down: ";
        add(new Happening(
                Kind.STORE_DOWN, outage.sinceMillis(), store.id(), store.id(), store + state + outage.why() + '.'));
    }

    @Override
    public void storeUp(StoreHealth store, Outage outage) {
        String text = store + " is back after " + Forms.span(outage.nanos()) + '.';
        add(new Happening(Kind.STORE_UP, System.currentTimeMillis(), store.id(), store.id(), text));
    }

    synchronized void add(Happening next) {
        if (!hasLike(next)) {
            if (all.size() == MOST) {
                all.remove(0);
            }
            insert(all, next);
        }
    }

    /** Counts it there. */
    private boolean hasLike(Happening next) {
        for (int i = all.size() - 1; i >= 0 && next.millis() - all.get(i).millis() < TOGETHER; i--) {
            if (all.get(i).isLike(next)) {
                all.set(i, all.get(i).andOneMore());
                return true;
            }
        }
        return false;
    }

    /** An outage is found when a call has waited, and began before. */
    private static void insert(List<Happening> all, Happening next) {
        int at = all.size();
        while (at > 0 && all.get(at - 1).millis() > next.millis()) {
            at--;
        }
        all.add(at, next);
    }

    /** Those that are kept, the oldest first; and if the rules file is not the one that was read. */
    public List<Happening> all() {
        WrittenFile file;
        synchronized (this) {
            file = rules;
        }
        // A file may be on a disk that hangs, and calls of the application wait for this monitor.
        Happening written = file == null ? null : file.writtenSince();
        synchronized (this) {
            List<Happening> told = new ArrayList<>(all);
            if (written != null) {
                insert(told, written);
            }
            return told;
        }
    }

    /** The last of this kind; null where none is kept. */
    public Happening last(Kind kind) {
        Happening last = null;
        for (Happening each : all()) {
            last = each.kind() == kind ? each : last;
        }
        return last;
    }
}
