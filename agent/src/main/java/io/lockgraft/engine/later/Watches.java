package io.lockgraft.engine.later;

import java.util.Arrays;

/** All watched methods of this JVM, by the number that their woven code carries: below 0, where sites have none. */
public final class Watches {
    private static final Watch NOTHING = new Watch() {
        @Override
        public Object enter(TransactionLocks locks, Object self, Object[] arguments) {
            return null;
        }
    };

    private volatile Watch[] watches = new Watch[0];

    /** The number of one more. Numbers are never given out again. */
    public synchronized int add(Watch watch) {
        Watch[] more = Arrays.copyOf(watches, watches.length + 1);
        more[watches.length] = watch;
        watches = more;
        return -more.length;
    }

    /** Watches none of them any more, as those of a class that stays woven though its rules were refused. */
    public synchronized void withdraw() {
        Watch[] none = new Watch[watches.length];
        Arrays.fill(none, NOTHING);
        watches = none;
    }

    public Watch get(int number) {
        return watches[-number - 1];
    }
}
