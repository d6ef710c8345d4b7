package io.lockgraft.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** What flight recordings say, added up: by the part of Lockgraft that a thread was in, and by its innermost frame. */
public final class Profile {
    private static final String OWN = "io.lockgraft.";

    private final Map<String, Long> parts = new TreeMap<>();
    private final Map<String, Long> frames = new TreeMap<>();
    private long samples;
    private long parks;
    private double switches;
    private double user;
    private double system;
    private double machine;
    private int loads;
    private int rates;

    private Profile() {}

    /** @param threads whose samples count, by their names */
    public static Profile of(Collection<Path> recordings, Predicate<String> threads) throws IOException {
        Profile profile = new Profile();
        for (Path file : recordings) {
            try (RecordingFile events = new RecordingFile(file)) {
                while (events.hasMoreEvents()) {
                    profile.add(events.readEvent(), threads);
                }
            }
        }
        return profile;
    }

    public long samples() {
        return samples;
    }

    /** How often a thread went to sleep in LockSupport. */
    public long parks() {
        return parks;
    }

    /** Changes of threads in the whole machine, a second. */
    public double switchesPerSecond() {
        return rates == 0 ? Double.NaN : switches / rates;
    }

    /** Of the JVMs' processor time, what the kernel had. */
    public double systemShare() {
        return system / (user + system);
    }

    /** Of the machine's processors, what nobody used. */
    public double idle() {
        return loads == 0 ? Double.NaN : 1 - machine / loads;
    }

    /** So many of the parts that had most, as figures by their names; the others together. */
    public Map<String, Map<String, Object>> parts(int most) {
        return table(parts, most);
    }

    /** The same by the innermost frame of all. */
    public Map<String, Map<String, Object>> frames(int most) {
        return table(frames, most);
    }

    private Map<String, Map<String, Object>> table(Map<String, Long> counts, int most) {
        List<String> names = counts.keySet().stream()
                .sorted((a, b) -> Long.compare(counts.get(b), counts.get(a)))
                .limit(most)
                .toList();
        Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
        long left = samples;
        for (String name : names) {
            rows.put(name, row(counts.get(name)));
            left -= counts.get(name);
        }
        if (left > 0) {
            rows.put("all others", row(left));
        }
        return rows;
    }

    private Map<String, Object> row(long count) {
        return Map.of("share", 100.0 * count / samples);
    }

    private void add(RecordedEvent event, Predicate<String> threads) {
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> {
                if (isMeant(event.getThread("sampledThread"), threads) && hasFrames(event)) {
                    samples++;
                    parts.merge(part(event.getStackTrace()), 1L, Long::sum);
                    frames.merge(name(event.getStackTrace().getFrames().get(0).getMethod()), 1L, Long::sum);
                }
            }
            case "jdk.ThreadPark" -> parks += isMeant(event.getThread(), threads) ? 1 : 0;
            case "jdk.CPULoad" -> {
                user += event.getFloat("jvmUser");
                system += event.getFloat("jvmSystem");
                machine += event.getFloat("machineTotal");
                loads++;
            }
            case "jdk.ThreadContextSwitchRate" -> {
                switches += event.getFloat("switchRate");
                rates++;
            }
            default -> {
                // The recording's own.
            }
        }
    }

    private static boolean isMeant(RecordedThread thread, Predicate<String> threads) {
        return thread != null && thread.getJavaName() != null && threads.test(thread.getJavaName());
    }

    private static boolean hasFrames(RecordedEvent event) {
        return event.getStackTrace() != null
                && !event.getStackTrace().getFrames().isEmpty();
    }

    /** The innermost class of Lockgraft on the stack; what it calls counts as its own. */
    private static String part(RecordedStackTrace stack) {
        boolean redisson = false;
        boolean netty = false;
        for (RecordedFrame frame : stack.getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (type.startsWith("io.lockgraft.testing.")) {
                return "the store that does nothing";
            }
            if (type.startsWith("io.lockgraft.benchmarks.") || type.startsWith("com.example.bench.")) {
                return type.startsWith("com.example.bench.Shop") ? "woven method" : "the benchmark itself";
            }
            if (type.startsWith(OWN)) {
                return withoutNumber(type).substring(OWN.length());
            }
            redisson |= type.startsWith("org.redisson.");
            netty |= type.startsWith("io.netty.");
        }
        return redisson ? "Redisson's client" : netty ? "Netty" : "the JDK";
    }

    private static String name(RecordedMethod method) {
        String type = withoutNumber(method.getType().getName());
        return type.substring(type.lastIndexOf('.') + 1) + "." + method.getName();
    }

    /** Classes that the JVM makes have a number behind a slash. */
    private static String withoutNumber(String type) {
        int slash = type.indexOf('/');
        return slash < 0 ? type : type.substring(0, slash);
    }
}
