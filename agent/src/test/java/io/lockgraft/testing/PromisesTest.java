package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each fault of SAFETY.md has its row in TESTS.md, under the same heading. Each row there that names tests keeps at
 * least one of them in the short form, and names none that is not there. Writes which test of each runs when to {@code
 * target/promises.txt}.
 */
final class PromisesTest {
    private static final Path ROOT = Sources.ROOT;
    private static final Pattern REFERENCE = Pattern.compile("`(\\w+(?:Test|IT|Conformance))?(?:#(\\w+))?`");
    private static final String WHOLE = "@Tag(\"whole\")";
    private static final Pattern METHOD = Pattern.compile("\n    @(Test|ParameterizedTest)\\b");
    private static final Pattern LONG = Pattern.compile("\n    @Tag\\(\"whole\"\\)");
    private static final Set<String> PROMISES = Set.of("fault", "event", "kind", "manager");

    private Sources sources;

    private record Reference(String type, String method) {
        @Override
        public String toString() {
            return method == null ? type : type + '#' + method;
        }
    }

    @Test
    void eachRowThatNamesTestsHasOneInTheShortForm() throws IOException {
        sources = Sources.ofTests();
        int rows = 0;
        List<String> broken = new ArrayList<>();
        List<String> guards = new ArrayList<>();
        for (String line : promised().split("\n")) {
            List<Reference> tests = line.startsWith("|") ? references(line) : List.of();
            if (!tests.isEmpty()) {
                rows++;
                for (Reference test : tests) {
                    if (!exists(test)) {
                        broken.add("there is no " + test + ": " + line);
                    }
                }
                guards.add(cells(line).get(0) + ": "
                        + tests.stream().map(this::guard).toList());
                if (tests.stream().noneMatch(this::isShort)) {
                    broken.add("only with -Pwhole: " + line);
                }
            }
        }
        Files.write(Path.of("target/promises.txt"), guards);
        assertThat(broken).isEmpty();
        assertThat(rows).as("rows with tests").isGreaterThan(100);
    }

    private static String promised() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/TESTS.md"));
        return page.substring(page.indexOf("\n## Tests of each promise"), page.indexOf("\n## Which test fails"));
    }

    @Test
    void eachFaultHasItsRowOnThePageOfTests() throws IOException {
        List<String> promises = faults("docs/SAFETY.md");
        List<String> shown = faults("docs/TESTS.md");

        assertThat(promises).as("rows of SAFETY.md").hasSizeGreaterThan(120);
        assertThat(promises.stream().filter(each -> !shown.contains(each)))
                .as("write a row with its tests into TESTS.md, 'Tests of each promise', for")
                .isEmpty();
        assertThat(shown.stream().filter(each -> !promises.contains(each)))
                .as("take out of TESTS.md, for SAFETY.md has no such row")
                .isEmpty();
        assertThat(shown)
                .as("the order of TESTS.md, which is that of SAFETY.md")
                .isEqualTo(promises);
    }

    /** Heading and first column, without links, of each row of all tables of faults and kinds. */
    private static List<String> faults(String page) throws IOException {
        List<String> faults = new ArrayList<>();
        String heading = "";
        boolean counts = false;
        for (String line : Files.readAllLines(ROOT.resolve(page))) {
            if (line.startsWith("#")) {
                heading = line.replaceFirst("#+ ", "");
            }
            if (!line.startsWith("|")) {
                counts = false;
            } else if (PROMISES.contains(cells(line).get(0))) {
                counts = true;
            } else if (counts && !line.startsWith("| ---")) {
                faults.add(heading + ": " + cells(line).get(0).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"));
            }
        }
        return faults;
    }

    private static List<String> cells(String row) {
        return Stream.of(row.split("(?<!\\\\)\\|")).skip(1).map(String::strip).toList();
    }

    /** Of its last column; a method alone is one of the class before it. */
    private static List<Reference> references(String row) {
        List<String> cells = cells(row);
        List<Reference> found = new ArrayList<>();
        String type = null;
        Matcher reference = REFERENCE.matcher(cells.size() > 1 ? cells.get(cells.size() - 1) : "");
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
        return test.type != null
                && texts(test).anyMatch(source -> test.method == null || source.contains("void " + test.method + "("));
    }

    private boolean isShort(Reference test) {
        return test.type != null && texts(test).anyMatch(source -> isShort(test, source));
    }

    private Stream<String> texts(Reference test) {
        try {
            return sources.texts(test.type).values().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isShort(Reference test, String source) {
        int type = source.indexOf("class " + test.type);
        boolean all = type < 0 || isTagged(source.substring(source.lastIndexOf(";\n", type) + 1, type));
        if (all || test.method == null) {
            return !all && hasShort(source);
        }
        int method = source.indexOf("void " + test.method + "(");
        return method > 0 && !isTagged(source.substring(source.lastIndexOf("\n\n", method), method));
    }

    /** Whether one of its own tests is not tagged; one that has none inherits them. */
    private static boolean hasShort(String source) {
        long tests = METHOD.matcher(source).results().count();
        return tests == 0 || tests > LONG.matcher(source).results().count();
    }

    private static boolean isTagged(String annotations) {
        return annotations.contains(WHOLE);
    }
}
