package io.lockgraft.it;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A set that is only ever written as a whole: each version is an older one, as its writer had read it, with one number
 * more. Whoever read before another wrote, and wrote after him, wipes out what the other added.
 */
final class GrowingSet {
    private static final int EMPTY = -1;

    private final List<Version> versions = new ArrayList<>();

    synchronized int read() {
        return versions.size() - 1;
    }

    synchronized void write(int base, String number, long fence) {
        versions.add(new Version(versions.size(), base, number, fence));
    }

    /** How often a number was added. */
    synchronized int writes() {
        return versions.size();
    }

    /** Each number that was written and is not in the last version. */
    synchronized List<LostUpdate> lostUpdates() {
        BitSet kept = new BitSet();
        for (int at = versions.size() - 1; at != EMPTY; at = versions.get(at).base) {
            kept.set(at);
        }
        List<LostUpdate> lost = new ArrayList<>();
        for (Version version : versions) {
            if (!kept.get(version.at)) {
                // The first that was kept after it is not built upon it, or it would be kept itself.
                lost.add(new LostUpdate(version, versions.get(kept.nextSetBit(version.at))));
            }
        }
        return lost;
    }

    /** @param fence the writer's token, or 0 */
    record Version(int at, int base, String number, long fence) {}

    /** Two calls that were inside at the same time: what the one added, the other wiped out. */
    record LostUpdate(Version wiped, Version by) {
        /**
         * Whether a store would have refused one of the two that is told the token with each read and each write, and
         * takes no token lower than the highest it has seen: the one that came first had read before the other wrote.
         */
        boolean isFenced() {
            return wiped.fence > 0 && by.fence > 0 && wiped.fence != by.fence;
        }
    }
}
