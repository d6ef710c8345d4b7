package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The losses of a scene's calls that are told on the log of their JVM: for each rule its first line, and when it came.
 */
final class KindLosses implements Consumer<String> {
    private static final Pattern LINE = Pattern.compile("rule '([^']+)': lost the lock");

    private final Map<String, Told> first = new ConcurrentHashMap<>();

    /** @param at by System.nanoTime of the test */
    private record Told(String line, long at) {}

    @Override
    public void accept(String line) {
        long now = System.nanoTime();
        Matcher loss = LINE.matcher(line);
        if (loss.find()) {
            first.putIfAbsent(loss.group(1), new Told(line, now));
        }
    }

    /** Of how many kinds. */
    long count(String fault) {
        return Arrays.stream(Kind.values())
                .filter(kind -> first.containsKey(kind.of(fault)))
                .count();
    }

    /** When they were told, all for this reason; all have been. */
    KindMoments told(String fault, String why) {
        Map<Kind, Long> moments = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            Told loss = first.get(kind.of(fault));
            assertThat(loss.line).contains(why);
            moments.put(kind, loss.at);
        }
        return new KindMoments(moments);
    }
}
