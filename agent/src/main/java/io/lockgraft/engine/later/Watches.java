package io.lockgraft.engine.later;

import io.lockgraft.bootstrap.Token;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** All watched methods of this JVM, by the number that their woven code carries: below 0, where sites have none. */
public final class Watches {
    private static final Watch NOTHING = new Watch() {
        @Override
        public Token enter(TransactionLocks locks, Object self, Object[] arguments) {
            return Token.NONE;
        }
    };

    private final List<Watch> watches = new CopyOnWriteArrayList<>();

    /** The number of one more. Numbers are never given out again. */
    public synchronized int add(Watch watch) {
        watches.add(watch);
        return -watches.size();
    }

    /** Watches none of them any more, as those of a class that stays woven though its rules were refused. */
    public synchronized void withdraw() {
        Collections.fill(watches, NOTHING);
    }

    public Watch get(int number) {
        return watches.get(-number - 1);
    }
}
