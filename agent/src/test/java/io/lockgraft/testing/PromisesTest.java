package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each promise of SAFETY.md that names its tests keeps at least one of them in the short form, and names none that is not
 * there. Writes which test of each runs when to {@code target/promises.txt}.
 */
final class PromisesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern REFERENCE = Pattern.compile("`(\\w+(?:Test|IT|Conformance))?(?:#(\\w+))?`");
    private static final String WHOLE = "@Tag(\"whole\")";

    private final Map<String, String> sources = new HashMap<>();

    private record Reference(String type, String method) {
        @Override
        public String toString() {
            return method == null ? type : type + '#' + method;
        }
    }

    @Test
    void eachRowThatNamesTestsHasOneInTheShortForm() throws IOException {
        readTests();
        int rows = 0;
        List<String> broken = new ArrayList<>();
        List<String> guards = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/SAFETY.md"))) {
            List<Reference> tests = line.startsWith("|") ? references(line) : List.of();
            if (!tests.isEmpty()) {
                rows++;
                for (Reference test : tests) {
                    if (!exists(test)) {
                        broken.add("there is no " + test + ": " + line);
                    }
                }
                guards.add(line.split("(?<!\\\\)\\|")[1].strip() + ": "
                        + tests.stream().map(this::guard).toList());
                if (tests.stream().noneMatch(this::isShort)) {
                    broken.add("only with -Pwhole: " + line);
                }
            }
        }
        Files.write(Path.of("target/promises.txt"), guards);
        assertThat(broken).isEmpty();
        assertThat(rows).as("rows with tests").isGreaterThan(50);
    }

    private void readTests() throws IOException {
        for (String module : new String[] {"agent", "integration-tests"}) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
                }
            }
        }
    }

    /** Of its last column; a method alone is one of the class before it, or of the class that the section names. */
    private static List<Reference> references(String row) {
        String[] cells = row.split("(?<!\\\\)\\|");
        List<Reference> found = new ArrayList<>();
        String type = "HandoffTest";
        Matcher reference = REFERENCE.matcher(cells.length > 2 ? cells[cells.length - 1] : "");
        while (reference.find()) {
            if (reference.group(1) != null || reference.group(2) != null) {
                type = reference.group(1) == null ? type : reference.group(1);
                found.add(new Reference(type, reference.group(2)));
            }
        }
        return found;
    }

    private String guard(Reference test) {
        return isShort(test) ? test.toString() : test + " (-Pwhole)";
    }

    private boolean exists(Reference test) {
        String source = sources.get(test.type);
        return source != null && (test.method == null || source.contains("void " + test.method + "("));
    }

    private boolean isShort(Reference test) {
        String source = sources.getOrDefault(test.type, "");
        int type = source.indexOf("class " + test.type);
        boolean all = type < 0 || isTagged(source.substring(source.lastIndexOf(";\n", type) + 1, type));
        if (all || test.method == null) {
            return !all;
        }
        int method = source.indexOf("void " + test.method + "(");
        return method > 0 && !isTagged(source.substring(source.lastIndexOf("\n\n", method), method));
    }

    private static boolean isTagged(String annotations) {
        return annotations.contains(WHOLE);
    }
}
