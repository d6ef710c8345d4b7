package io.lockgraft.it;

import io.lockgraft.it.ToldLosses.Told;
import io.lockgraft.it.WitnessServer.Ended;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * The faults of a run with their times, and what they excuse: losses, and calls that were not served. Safe for use by
 * several threads.
 */
final class Troubles {
    /** What a caller is told whose call ran under its lock. */
    private static final Set<String> SERVED = Set.of("added", "watched");

    /** What may pass beside a lease until a line is written and read, on a busy machine. */
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final long excused;
    private final List<Trouble> all = new CopyOnWriteArrayList<>();

    /**
     * A fault struck.
     *
     * @param from when it began, by System.nanoTime
     * @param to when it ended
     * @param until when calls went on after it
     * @param reason what the line of a loss says that it excuses; empty for all losses
     */
    private record Trouble(long from, long to, long until, String reason) {
        private boolean excuses(Told loss, long within) {
            return loss.at() - from >= 0
                    && loss.at() - to <= within
                    && loss.line().contains(reason);
        }
    }

    /** @param lease for how long after a fault a loss may be told */
    Troubles(Duration lease) {
        this.excused = lease.plus(SLACK).toNanos();
    }

    void add(long from, long to, long until) {
        all.add(new Trouble(from, to, until, ""));
    }

    /** What a fault has led to behind its end: losses for this reason, and no call that was not served. */
    void addLate(long from, long to, String reason) {
        all.add(new Trouble(from, to, from, reason));
    }

    /** How much time there was between faults in which a loss would have been causeless. */
    Duration unexcused() {
        List<Trouble> inOrder =
                all.stream().sorted(Comparator.comparingLong(Trouble::from)).collect(Collectors.toList());
        long sum = 0;
        for (int i = 1; i < inOrder.size(); i++) {
            long from = inOrder.get(i).from;
            sum += inOrder.subList(0, i).stream()
                    .mapToLong(each -> from - each.to - excused)
                    .map(free -> Math.max(0, free))
                    .min()
                    .getAsLong();
        }
        return Duration.ofNanos(sum);
    }

    /** Those that were told though no fault struck within a lease before. */
    List<Told> causeless(List<Told> losses) {
        return losses.stream()
                .filter(loss -> all.stream().noneMatch(each -> each.excuses(loss, excused)))
                .collect(Collectors.toList());
    }

    /** The calls that no fault touched, and no recovery from one. */
    List<Ended> calm(List<Ended> calls) {
        return calls.stream()
                .filter(call ->
                        all.stream().noneMatch(each -> call.to() - each.from >= 0 && call.from() - each.until <= 0))
                .collect(Collectors.toList());
    }

    static List<Ended> notServed(List<Ended> calls) {
        return calls.stream().filter(call -> !SERVED.contains(call.end())).collect(Collectors.toList());
    }
}
