package io.lockgraft.it;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A set that is only ever written as a whole: each version is an older one, as its writer had read it, with one number
 * more. Whoever read before another wrote, and wrote after him, wipes out what the other added. Whoever only looks at
 * it sees it change where a writer is inside as well.
 */
final class GrowingSet {
    private static final int EMPTY = -1;

    private final List<Version> versions = new ArrayList<>();
    private final List<Meeting> seenToChange = new ArrayList<>();
    private int watches;

    synchronized int read() {
        return versions.size() - 1;
    }

    /** @param read when the base was read, by System.nanoTime */
    synchronized void write(int base, String number, long fence, long read) {
        versions.add(new Version(versions.size(), base, number, fence, read, System.nanoTime()));
    }

    /**
     * Somebody who has only looked looks again.
     *
     * @param base what was seen at first, {@code read}
     */
    synchronized void watch(int base, String number, long read) {
        watches++;
        Version watch = new Version(versions.size(), base, number, 0, read, System.nanoTime());
        for (Version version : versions.subList(base + 1, versions.size())) {
            seenToChange.add(new Meeting(version, watch));
        }
    }

    /** How often somebody has only looked. */
    synchronized int watches() {
        return watches;
    }

    /** Each number that was written while somebody looked, who must have been alone with others who look. */
    synchronized List<Meeting> seenToChange() {
        return new ArrayList<>(seenToChange);
    }

    /** How often a number was added. */
    synchronized int writes() {
        return versions.size();
    }

    synchronized int writesOf(String jvm) {
        return (int) versions.stream().filter(each -> each.jvm().equals(jvm)).count();
    }

    /** Whether a call has written that had begun to read after this moment. */
    boolean isServedSince(long time) {
        return isServedSince(time, null);
    }

    /** The same of calls of this JVM. */
    synchronized boolean isServedSince(long time, String jvm) {
        for (int at = versions.size() - 1; at >= 0 && versions.get(at).written - time > 0; at--) {
            Version version = versions.get(at);
            if (version.read - time > 0 && (jvm == null || version.jvm().equals(jvm))) {
                return true;
            }
        }
        return false;
    }

    /**
     * How often a JVM wrote right after itself and under the next token: where a grant has several, it had not asked
     * for the lock anew.
     */
    synchronized int passedOn() {
        int count = 0;
        for (int at = 1; at < versions.size(); at++) {
            Version before = versions.get(at - 1);
            Version after = versions.get(at);
            count += before.fence > 0
                            && after.fence == before.fence + 1
                            && after.jvm().equals(before.jvm())
                    ? 1
                    : 0;
        }
        return count;
    }

    /** Each number that was written and is not in the last version. */
    synchronized List<Meeting> lostUpdates() {
        BitSet kept = new BitSet();
        for (int at = versions.size() - 1; at != EMPTY; at = versions.get(at).base) {
            kept.set(at);
        }
        List<Meeting> lost = new ArrayList<>();
        for (Version version : versions) {
            if (!kept.get(version.at)) {
                // The first that was kept after it is not built upon it, or it would be kept itself.
                lost.add(new Meeting(version, versions.get(kept.nextSetBit(version.at))));
            }
        }
        return lost;
    }

    /**
     * @param number what is in front of its dash is the writer's JVM
     * @param fence the writer's token, or 0
     */
    record Version(int at, int base, String number, long fence, long read, long written) {
        String jvm() {
            return number.substring(0, number.indexOf('-'));
        }
    }

    /** Two calls that were inside at the same time: what the one added, the other wiped out, or saw come. */
    record Meeting(Version added, Version by) {
        /**
         * Whether a store would have refused one of the two that is told the token with each read and each write, and
         * takes no token lower than the highest it has seen: the one that came first had read before the other wrote.
         */
        boolean isFenced() {
            return added.fence > 0 && by.fence > 0 && added.fence != by.fence;
        }
    }
}
