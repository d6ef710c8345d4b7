package io.lockgraft.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The last lines of a build: what its tests ran on, what they left out, and why. */
public final class Summary {
    private static final Pattern TAGGED = Pattern.compile(
            "@Tag\\(\"whole\"\\)\\s+(?:@[^\\n]+\\s+)*(?:(?:public|final|abstract|static) )*(class|void) ");
    /** With its reason in an attribute, or behind the exception's name in the text. */
    private static final Pattern SKIPPED = Pattern.compile("<skipped(?:[^>]*? message=\"([^\"]*)\")?[^>]*>"
            + "(?:<!\\[CDATA\\[[\\w.]+:\\s*(?:assumption was not met due to: \\[)?([^\\n\\]]+))?");

    private Summary() {}

    /** Argument: the folder of the whole build. */
    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]);
        List<String> lines = new ArrayList<>(servers(root));
        lines.addAll(leftOut(root));
        lines.addAll(skipped(root));
        Jdks.usual(); // says which it has found
        lines.forEach(line -> System.out.println("==== " + line));
    }

    private static List<String> servers(Path root) throws IOException {
        TreeSet<String> told = new TreeSet<>();
        for (Path file : files(root, "target", "servers-of-the-tests")) {
            told.add("Redis servers of the tests: " + Files.readString(file));
        }
        return List.copyOf(told);
    }

    static List<String> leftOut(Path root) throws IOException {
        if (Whole.isWanted()) {
            return List.of("the whole suite");
        }
        // Not asked of Quick, which needs the libraries of tests: a build runs this without them.
        if (Boolean.getBoolean("lockgraft.test.quick")) {
            return List.of("the quick form: left out are the tests of all stores but memory, all that run the jar, "
                    + "Error Prone, what is tagged \"whole\", and what is skipped below; mvn verify runs more");
        }
        int classes = 0;
        int methods = 0;
        for (Path file : files(root, "src/test/java", ".java")) {
            Matcher tagged = TAGGED.matcher(Files.readString(file));
            while (tagged.find()) {
                classes += tagged.group(1).equals("class") ? 1 : 0;
                methods += tagged.group(1).equals("void") ? 1 : 0;
            }
        }
        return List.of("the short form: left out are " + classes + " classes and " + methods
                + " methods that are tagged \"whole\", because they take long or measure; they run " + Whole.BEHIND);
    }

    /** What its machine could not give. */
    static List<String> skipped(Path root) throws IOException {
        Map<String, Integer> reasons = new TreeMap<>();
        for (Path file : files(root, "target", ".xml")) {
            if (file.getFileName().toString().startsWith("TEST-")) {
                Matcher skipped = SKIPPED.matcher(Files.readString(file));
                while (skipped.find()) {
                    String why = skipped.group(1) == null ? skipped.group(2) : skipped.group(1);
                    reasons.merge(why == null ? "no reason" : why, 1, Integer::sum);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        reasons.forEach((why, count) -> lines.add("SKIPPED " + count + ": " + why));
        return lines.isEmpty() ? List.of("skipped: none") : lines;
    }

    /** Those of all modules below this folder of theirs, whose names end so. */
    private static List<Path> files(Path root, String below, String end) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.walk(root, 2)) {
            for (Path module : modules.sorted().toList()) {
                if (!module.equals(root)
                        && Files.exists(module.resolve("pom.xml"))
                        && Files.isDirectory(module.resolve(below))) {
                    try (Stream<Path> files = Files.walk(module.resolve(below))) {
                        files.filter(file -> file.getFileName().toString().endsWith(end))
                                .forEach(found::add);
                    }
                }
            }
        }
        return found;
    }
}
