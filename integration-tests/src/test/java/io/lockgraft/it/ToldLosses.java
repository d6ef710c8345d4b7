package io.lockgraft.it;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The losses that JVMs have told on their logs: each with its JVM, its key, and when its line came. */
final class ToldLosses {
    private static final Pattern LINE = Pattern.compile("lost the lock on (\\S+) ");

    private final List<Told> all = new CopyOnWriteArrayList<>();

    /**
     * @param at by System.nanoTime of the test
     * @param line what the log says, with its time and the reason
     */
    record Told(String jvm, String key, long at, String line) {}

    /** What listens to the log of this JVM. */
    Consumer<String> of(String jvm) {
        return line -> {
            Matcher loss = LINE.matcher(line);
            if (loss.find()) {
                all.add(new Told(jvm, loss.group(1), System.nanoTime(), line));
            }
        };
    }

    /** Whether this JVM has told a loss of this key at such a time. */
    boolean has(String jvm, String key, LongPredicate time) {
        return all.stream().anyMatch(each -> each.jvm.equals(jvm) && each.key.equals(key) && time.test(each.at));
    }

    List<Told> all() {
        return List.copyOf(all);
    }

    long count(String key) {
        return all.stream().filter(each -> each.key.equals(key)).count();
    }

    @Override
    public String toString() {
        return all.toString();
    }
}
