package io.lockgraft.testing;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The JDKs of this machine that the agent is tried on, one of each version: the one that runs the tests, those named in
 * LOCKGRAFT_TEST_JDKS, and those beside the running one in the same folder. The short form of the tests uses the
 * running
 * one, the oldest and the newest where the JVM itself matters, and all that have virtual threads for a burst of
 * those. Says aloud, once, which are used and which are not.
 */
public final class Jdks {
    private static final List<Integer> WANTED = List.of(8, 11, 17, 21, 25);
    private static final int VIRTUAL_THREADS = 21;
    private static final Pattern VERSION = Pattern.compile("(?:JAVA_VERSION=|version )\"(?:1\\.)?(\\d+)");
    private static final SortedMap<Integer, Path> HOMES =
            announced(find(Path.of(System.getProperty("java.home")), System.getenv("LOCKGRAFT_TEST_JDKS")));

    private Jdks() {}

    /** Homes by feature version: all in the whole suite, the running one alone in the short form. */
    public static SortedMap<Integer, Path> usual() {
        return Whole.isWanted() ? HOMES : Collections.unmodifiableSortedMap(usual(HOMES));
    }

    /** Homes by feature version: all in the whole suite, the oldest and the newest in the short form. */
    public static SortedMap<Integer, Path> extremes() {
        return Whole.isWanted() ? HOMES : Collections.unmodifiableSortedMap(extremes(HOMES));
    }

    /** Those that have virtual threads, in the short form too: 21, where a monitor pins them, and later ones differ. */
    public static SortedMap<Integer, Path> virtual() {
        return HOMES.tailMap(VIRTUAL_THREADS);
    }

    static SortedMap<Integer, Path> usual(SortedMap<Integer, Path> homes) {
        int running = Runtime.version().feature();
        return new TreeMap<>(homes.subMap(running, running + 1));
    }

    static SortedMap<Integer, Path> extremes(SortedMap<Integer, Path> homes) {
        SortedMap<Integer, Path> extremes = new TreeMap<>();
        extremes.put(homes.firstKey(), homes.get(homes.firstKey()));
        extremes.put(homes.lastKey(), homes.get(homes.lastKey()));
        return extremes;
    }

    /** @param named homes, separated as on a class path; or null */
    static SortedMap<Integer, Path> find(Path running, String named) {
        SortedMap<Integer, Path> found = new TreeMap<>();
        found.put(Runtime.version().feature(), running);
        for (String home : named == null ? new String[0] : named.split(File.pathSeparator)) {
            if (!home.isBlank()) {
                int version = versionOf(Path.of(home.trim()));
                if (version == 0) {
                    throw new IllegalStateException("LOCKGRAFT_TEST_JDKS names " + home + ", which is no JDK");
                }
                found.putIfAbsent(version, Path.of(home.trim()));
            }
        }
        for (Path sibling : siblings(running)) {
            int version = versionOf(sibling);
            if (WANTED.contains(version)) {
                found.putIfAbsent(version, sibling);
            }
        }
        return Collections.unmodifiableSortedMap(found);
    }

    private static List<Path> siblings(Path home) {
        try (Stream<Path> siblings = Files.list(home.getParent())) {
            return siblings.sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The feature version, or 0 where there is no JVM. */
    private static int versionOf(Path home) {
        Path java = home.resolve("bin/java");
        if (!Files.isExecutable(java)) {
            return 0;
        }
        try {
            Path release = home.resolve("release");
            String text = Files.exists(release) ? Files.readString(release) : askForVersion(java);
            Matcher version = VERSION.matcher(text);
            return version.find() ? Integer.parseInt(version.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private static String askForVersion(Path java) throws IOException {
        Process process = new ProcessBuilder(java.toString(), "-version")
                .redirectErrorStream(true)
                .start();
        try (InputStream output = process.getInputStream()) {
            return new String(output.readAllBytes());
        }
    }

    private static String use(int version, SortedMap<Integer, Path> found) {
        if (Whole.isWanted() || version == Runtime.version().feature()) {
            return "";
        }
        String some = extremes(found).containsKey(version)
                ? ": loaders, class files, monitors and the start"
                : version >= VIRTUAL_THREADS ? ": a burst of virtual threads" : null;
        return some == null ? ": " + Whole.BEHIND : some + "; the rest " + Whole.BEHIND;
    }

    private static SortedMap<Integer, Path> announced(SortedMap<Integer, Path> found) {
        StringBuilder text = new StringBuilder("==== JDKs that the agent is tried on\n");
        for (Map.Entry<Integer, Path> jdk : found.entrySet()) {
            text.append("====   JDK ").append(jdk.getKey()).append("  ");
            text.append(jdk.getValue()).append(use(jdk.getKey(), found)).append('\n');
        }
        for (int wanted : WANTED) {
            if (!found.containsKey(wanted)) {
                text.append("====   JDK ").append(wanted).append("  SKIPPED: neither beside ");
                text.append(System.getProperty("java.home")).append(" nor in LOCKGRAFT_TEST_JDKS\n");
            }
        }
        System.out.print(text);
        System.out.flush();
        return found;
    }
}
