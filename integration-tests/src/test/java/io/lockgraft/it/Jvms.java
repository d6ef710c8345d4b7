package io.lockgraft.it;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The JDKs of this machine that the agent is tried on: the one that runs the tests, those beside it in the same folder,
 * and those named in LOCKGRAFT_TEST_JDKS. Says aloud, once, what it found and what is therefore not tested.
 */
final class Jvms {
    private static final List<Integer> WANTED = List.of(8, 11, 17, 21, 25);
    private static final Pattern VERSION = Pattern.compile("(?:JAVA_VERSION=|version )\"(?:1\\.)?(\\d+)");
    private static final Map<Integer, Jvm> FOUND = find();

    private Jvms() {}

    /** All of them, the oldest first. */
    static Collection<Jvm> all() {
        return FOUND.values();
    }

    /**
     * The oldest and the newest: for what an application meets and no version of the JVM is known to change, as the
     * outcomes of its calls. What has to do with class files, class loaders, threads, interrupts or the start runs on
     * all.
     */
    static Collection<Jvm> oldestAndNewest() {
        List<Jvm> all = List.copyOf(FOUND.values());
        return new LinkedHashSet<>(List.of(all.get(0), all.get(all.size() - 1)));
    }

    /** The one that runs the tests: for what takes long, and for faults of Redis, of the network and of processes. */
    static Jvm running() {
        return FOUND.get(Runtime.version().feature());
    }

    private static Map<Integer, Jvm> find() {
        Map<Integer, Jvm> found = new TreeMap<>();
        int running = Runtime.version().feature();
        Path home = Path.of(System.getProperty("java.home"));
        found.put(running, new Jvm(running, home.toFile()));
        String named = System.getenv("LOCKGRAFT_TEST_JDKS");
        if (named != null && !named.isEmpty()) {
            for (String path : named.split(File.pathSeparator)) {
                int version = versionOf(Path.of(path));
                if (version == 0) {
                    throw new IllegalStateException("LOCKGRAFT_TEST_JDKS names " + path + ", which is no JDK");
                }
                found.putIfAbsent(version, new Jvm(version, new File(path)));
            }
        }
        for (Path sibling : siblings(home)) {
            int version = versionOf(sibling);
            if (WANTED.contains(version)) {
                found.putIfAbsent(version, new Jvm(version, sibling.toFile()));
            }
        }
        announce(found);
        return found;
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

    private static void announce(Map<Integer, Jvm> found) {
        StringBuilder text = new StringBuilder("==== JDKs that the agent is tried on\n");
        for (Jvm jvm : found.values()) {
            text.append("====   ").append(jvm).append("  ").append(jvm.home()).append('\n');
        }
        for (int wanted : WANTED) {
            if (!found.containsKey(wanted)) {
                text.append("====   JDK ").append(wanted).append("  SKIPPED: neither beside ");
                text.append(System.getProperty("java.home")).append(" nor in LOCKGRAFT_TEST_JDKS\n");
            }
        }
        System.out.print(text);
        System.out.flush();
    }
}
