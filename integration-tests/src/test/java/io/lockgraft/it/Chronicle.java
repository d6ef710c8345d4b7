package io.lockgraft.it;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;

/** What a test has done to its servers and its JVMs, and when; by System.nanoTime. */
final class Chronicle {
    private final Map<String, Long> ends = new HashMap<>();
    private final List<Span> forgotten = new CopyOnWriteArrayList<>();
    private final List<Span> standstills = new CopyOnWriteArrayList<>();

    private record Span(long from, long to) {
        private long within(long begin, long end) {
            return Math.max(0, Math.min(to, end) - Math.max(from, begin));
        }
    }

    void ends(String jvm) {
        ends.put(jvm, System.nanoTime());
    }

    /** In this time Redis has forgotten what it had. */
    void forgets(long since) {
        forgotten.add(new Span(since, System.nanoTime()));
    }

    /** Until now a server, a JVM or the way between them stood still. */
    void stoodStill(long since) {
        standstills.add(new Span(since, System.nanoTime()));
    }

    /** Whether this JVM was ended by the test at such a time. */
    boolean hasEnded(String jvm, LongPredicate time) {
        Long at = ends.get(jvm);
        return at != null && time.test(at);
    }

    /** Whether it has between these, or no longer than this before, but for what stood still. */
    boolean hasForgotten(long from, long to, long before) {
        return forgotten.stream()
                .anyMatch(each -> each.from - to < 0 && (each.to - from > 0 || flowing(each.to, from) < before));
    }

    /** How much time there was between these two in which nothing stood still. */
    long flowing(long from, long to) {
        return to
                - from
                - standstills.stream().mapToLong(each -> each.within(from, to)).sum();
    }
}
