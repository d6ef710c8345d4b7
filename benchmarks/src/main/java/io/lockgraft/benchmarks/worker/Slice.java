package io.lockgraft.benchmarks.worker;

import io.lockgraft.benchmarks.contender.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a JVM does for a while: so many threads of one contender call one method after the other. A line of text on the
 * JVM's standard input.
 *
 * @param load what is called: {@code pay}, {@code take}, or {@code look} with a tenth of {@code change}
 * @param millis after which no call begins any more
 * @param bodyMicros how long each call sleeps inside of its lock
 * @param keys how many there are
 * @param skew of Zipf's law: 0 takes each key as often, 1 takes the second half as often as the first
 * @param lines how many keys one call takes
 * @param seed of the choice of keys; contenders of one round have the same
 * @param passes whether the times from the end of one body to the next one's begin are kept: of one key only
 */
public record Slice(
        Kind contender,
        Load load,
        int threads,
        int millis,
        int bodyMicros,
        int keys,
        double skew,
        int lines,
        int seed,
        boolean passes) {

    /** What is called. */
    public enum Load {
        PAY,
        TAKE,
        LOOK
    }

    /** One key, an empty body. */
    public static Slice of(int threads) {
        return new Slice(Kind.BARE, Load.PAY, threads, 1000, 0, 1, 0, 1, 1, false);
    }

    public Slice by(Kind kind) {
        return new Slice(kind, load, threads, millis, bodyMicros, keys, skew, lines, seed, passes);
    }

    public Slice load(Load value) {
        return new Slice(contender, value, threads, millis, bodyMicros, keys, skew, lines, seed, passes);
    }

    public Slice millis(int value) {
        return new Slice(contender, load, threads, value, bodyMicros, keys, skew, lines, seed, passes);
    }

    public Slice bodyMicros(int value) {
        return new Slice(contender, load, threads, millis, value, keys, skew, lines, seed, passes);
    }

    public Slice keys(int count, double zipf) {
        return new Slice(contender, load, threads, millis, bodyMicros, count, zipf, lines, seed, passes);
    }

    public Slice lines(int value) {
        return new Slice(contender, load, threads, millis, bodyMicros, keys, skew, value, seed, passes);
    }

    public Slice seed(int value) {
        return new Slice(contender, load, threads, millis, bodyMicros, keys, skew, lines, value, passes);
    }

    public Slice withPasses() {
        return new Slice(contender, load, threads, millis, bodyMicros, keys, skew, lines, seed, true);
    }

    /** As the JVM reads it. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "contender=%s load=%s threads=%d millis=%d bodyMicros=%d keys=%d skew=%s lines=%d seed=%d passes=%s",
                contender.word(),
                load,
                threads,
                millis,
                bodyMicros,
                keys,
                skew,
                lines,
                seed,
                passes);
    }

    static Slice parse(String line) {
        Map<String, String> words = new HashMap<>();
        for (String word : line.split(" ")) {
            int equals = word.indexOf('=');
            words.put(word.substring(0, equals), word.substring(equals + 1));
        }
        List<Integer> numbers = new ArrayList<>();
        for (String name : List.of("threads", "millis", "bodyMicros", "keys", "lines", "seed")) {
            numbers.add(Integer.valueOf(words.get(name)));
        }
        return new Slice(
                Kind.of(words.get("contender")),
                Load.valueOf(words.get("load")),
                numbers.get(0),
                numbers.get(1),
                numbers.get(2),
                numbers.get(3),
                Double.parseDouble(words.get("skew")),
                numbers.get(4),
                numbers.get(5),
                Boolean.parseBoolean(words.get("passes")));
    }
}
