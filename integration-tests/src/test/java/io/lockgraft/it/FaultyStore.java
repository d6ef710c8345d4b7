package io.lockgraft.it;

import io.lockgraft.it.FaultSchedule.Fault;
import io.lockgraft.it.FaultSchedule.Strike;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** The servers of a store with all that can befall them, and the ways of a run's JVMs to them. */
abstract class FaultyStore implements AutoCloseable {
    /** What the rules of this JVM name the store by: a line of the file. */
    abstract String settings(int jvm);

    /** Of a lock that is not renewed. */
    abstract Duration lease();

    abstract Ways ways();

    /** What can strike the servers. */
    abstract Set<Fault> own();

    /** Lets one of {@link #own} strike, and returns when the servers are well again. */
    abstract void strikeOwn(Strike strike) throws Exception;

    /** Adds the losses that servers which are well again may still cause, because of this fault. */
    void addAftermath(Fault fault, long ended, Troubles troubles) {}

    /** What it has beside what it declares to keep. */
    abstract Set<String> left() throws Exception;

    @Override
    public abstract void close() throws Exception;

    final Set<Fault> faults() {
        Set<Fault> all = EnumSet.copyOf(Ways.FAULTS);
        all.addAll(own());
        return all;
    }

    final void strike(Strike strike) throws Exception {
        if (Ways.FAULTS.contains(strike.fault())) {
            ways().strike(strike);
        } else {
            strikeOwn(strike);
        }
    }
}
