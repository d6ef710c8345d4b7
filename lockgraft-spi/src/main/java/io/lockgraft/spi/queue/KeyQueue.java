package io.lockgraft.spi.queue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Who has a key, by the entries of all its owners: those in front, as far as they share it. Immutable.
 *
 * @param <C> an entry as the store reads it
 */
public final class KeyQueue<C extends Contender> {
    private final List<C> contenders;

    /** @param inOrder all entries of the key, the oldest first */
    public KeyQueue(List<C> inOrder) {
        contenders = Collections.unmodifiableList(new ArrayList<>(inOrder));
    }

    /** Returns null where it is not there. */
    public C find(String name) {
        for (C each : contenders) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** Those that keep this one out, in their order: the first one has the key. Empty where this one has it. */
    public List<C> before(C own) {
        return blockers(contenders.subList(0, contenders.indexOf(own)), own.share());
    }

    /** Those that would keep out an owner that comes now, in their order. */
    public List<C> against(Share share) {
        return blockers(contenders, share);
    }

    /** Those that have the key, in their order. */
    public List<C> holders() {
        List<C> holders = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            C each = contenders.get(i);
            if (blockers(contenders.subList(0, i), each.share()).isEmpty()) {
                holders.add(each);
            }
        }
        return holders;
    }

    private static <C extends Contender> List<C> blockers(List<C> before, Share share) {
        List<C> blockers = new ArrayList<>();
        if (before.size() >= share.permits()) {
            for (C each : before) {
                if (!share.isReader() || !each.share().isReader()) {
                    blockers.add(each);
                }
            }
        }
        return blockers;
    }
}
