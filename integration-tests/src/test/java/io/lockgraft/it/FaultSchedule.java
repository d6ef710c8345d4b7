package io.lockgraft.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Which faults strike in a run, when, whom, and for how long: all of it from one seed. */
final class FaultSchedule {
    private static final int CALM_MILLIS = 400;
    private static final int MORE_CALM_MILLIS = 1_600;

    private FaultSchedule() {}

    /** What strikes; for as long as it lasts where it is something that lasts. */
    enum Fault {
        REDIS_KILLED_AND_EMPTY(5),
        REDIS_KILLED_WITH_LOG(5),
        REDIS_FROZEN(20),
        REDIS_OUT_OF_MEMORY(20),
        REDIS_CLOCK_PUT_FORWARD(0),
        FLUSHALL(0),
        KEY_DELETED(0),
        CONNECTIONS_CLOSED(0),
        MASTER_KILLED(5),
        MASTER_FROZEN(5),
        MASTER_EXCHANGED(0),
        REPLICA_FROZEN(20),
        SLOT_MOVED(0),
        SERVER_KILLED(10),
        SERVER_FROZEN(20),
        LEADER_KILLED(10),
        SERVER_CUT_OFF(20),
        LEADER_FROZEN(20),
        LEADER_CHANGED(0),
        SESSION_EXPIRED(0),
        SERVER_CLOCK_PUT_FORWARD(0),
        ROW_LOCKED(20),
        JVM_CUT_OFF(20),
        JVM_CUT_OFF_UNTIL_ALL_IS_FREED(0),
        JVM_HEARS_NO_ANSWERS(20),
        JVM_HEARS_NO_MESSAGES(20),
        JVM_IS_FAR_AWAY(20),
        JVM_STOPPED(20),
        JVM_STOPPED_UNTIL_ALL_IS_FREED(0),
        JVM_KILLED(0),
        JVM_CLOCK_STEPPED(0);

        private final int most;

        /** @param most how long it lasts at most, in tenths of a lease */
        Fault(int most) {
            this.most = most;
        }
    }

    /**
     * @param calm before it
     * @param whom one of the JVMs
     * @param lasts a tenth of a lease, or longer
     * @param which of the things that there are then: a number from 0 to 1
     */
    record Strike(Fault fault, Duration calm, int whom, Duration lasts, double which) {
        /** One of them; null where there is none. */
        <T> T of(List<T> things) {
            return things.isEmpty() ? null : things.get((int) (which * things.size()));
        }

        void last() throws InterruptedException {
            Thread.sleep(lasts.toMillis());
        }
    }

    /** Strikes by these, one after the other, for at least so long in all; none comes again before all others have. */
    static List<Strike> of(long seed, Duration length, Duration lease, int jvms, Set<Fault> some) {
        Random random = new Random(seed);
        List<Fault> left = new ArrayList<>();
        List<Strike> strikes = new ArrayList<>();
        Duration sum = Duration.ZERO;
        while (sum.compareTo(length) < 0) {
            if (left.isEmpty()) {
                left.addAll(new TreeSet<>(some));
            }
            Fault fault = left.remove(random.nextInt(left.size()));
            Duration calm = Duration.ofMillis(CALM_MILLIS + random.nextInt(MORE_CALM_MILLIS));
            long tenth = lease.toMillis() / 10;
            long lasts = fault.most == 0 ? 0 : tenth + random.nextInt((int) (fault.most * tenth));
            Strike strike =
                    new Strike(fault, calm, random.nextInt(jvms), Duration.ofMillis(lasts), random.nextDouble());
            strikes.add(strike);
            sum = sum.plus(calm).plus(strike.lasts);
        }
        return strikes;
    }
}
