package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Each fault of SAFETY.md has a test that shows it, by {@link Shows}: one of the short form, but for the stores whose
 * servers that form does not start. docs/TESTS.md is made of both; {@code -Dlockgraft.test.write=true} makes this test
 * write the page instead of comparing it.
 */
final class PromisesTest {
    private static final Path PAGE = Sources.ROOT.resolve("docs/TESTS.md");
    private static final Set<String> PROMISES = Set.of("fault", "event", "kind", "manager");

    /** Rows that say what Lockgraft cannot give. */
    private static final Set<String> SHOWN_BY_NONE = Set.of(
            "a member is restored from a backup, or an address leads to two servers at a time",
            "any other: GlassFish, Payara, Open Liberty, WebLogic, Bitronix",
            "the database fails over to a replica that did not have all",
            "the end of the work is not seen, and no class file tells: a JTA manager that is not followed, a reactive"
                    + " transaction that a caller began, a thread that the body starts");

    /** Tables of stores whose server the short form does not start. */
    private static final Set<String> SHOWN_IN_THE_WHOLE_FORM = Set.of("Consul");

    private static final String HEAD = """
            # Which test shows what

            The rows of [SAFETY.md](SAFETY.md), with the tests that carry them in `@Shows`. At least one of each row
            runs with `mvn verify`. Those of Consul run with `-Pwhole`, and those of etcd where one is installed.
            `PromisesTest` makes this page and compares it. To write it anew:

            ```sh
            mvn -pl agent -am test -Dtest=PromisesTest -Dsurefire.failIfNoSpecifiedTests=false \\
                -Dlockgraft.test.write=true
            ```

            Tests that end in `IT` run JVMs with the real jar, against real servers. Those that end in `Conformance`
            run against every store. The rest run the engine or a store by itself. What was measured beside them is in
            [MEASUREMENTS.md](MEASUREMENTS.md).
            """;

    private static Map<String, Set<Marked>> shown;
    private static List<Fault> faults;

    /** A row of SAFETY.md: its heading, and its first column without links. */
    private record Fault(String heading, String text) {}

    @BeforeAll
    static void read() throws IOException {
        shown = Marked.by(Shows.class);
        faults = faults(Files.readAllLines(Sources.ROOT.resolve("docs/SAFETY.md")));
        assertThat(faults).as("rows of SAFETY.md").hasSizeGreaterThan(120);
    }

    private static List<Fault> faults(List<String> page) {
        List<Fault> faults = new ArrayList<>();
        String heading = "";
        boolean counts = false;
        for (String line : page) {
            if (line.startsWith("#")) {
                heading = line.replaceFirst("#+ ", "");
            }
            if (!line.startsWith("|")) {
                counts = false;
            } else if (PROMISES.contains(firstCell(line))) {
                counts = true;
            } else if (counts && !line.startsWith("| ---")) {
                faults.add(new Fault(heading, firstCell(line).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")));
            }
        }
        return faults;
    }

    private static String firstCell(String row) {
        return row.split("(?<!\\\\)\\|")[1].strip();
    }

    @Test
    void eachFaultIsShownInTheShortForm() {
        Stream<String> unguarded = faults.stream()
                .filter(fault -> !SHOWN_BY_NONE.contains(fault.text))
                .filter(fault -> shown.getOrDefault(fault.text, Set.of()).stream()
                        .noneMatch(test -> test.isShort() || SHOWN_IN_THE_WHOLE_FORM.contains(fault.heading)))
                .map(Fault::text);

        assertThat(unguarded)
                .as("rows of SAFETY.md without a test that runs with mvn verify; put @Shows(\"...\") on one")
                .isEmpty();
    }

    @Test
    void eachTestShowsARowThatIsThere() {
        List<String> rows = faults.stream().map(Fault::text).toList();

        assertThat(rows).as("rows of SAFETY.md").doesNotHaveDuplicates().containsAll(SHOWN_BY_NONE);
        assertThat(shown.entrySet().stream().filter(each -> !rows.contains(each.getKey())))
                .as("what @Shows names and SAFETY.md does not have")
                .isEmpty();
    }

    @Test
    void thePageIsMadeOfThem() throws IOException {
        StringBuilder page = new StringBuilder(HEAD);
        String heading = "";
        for (Fault fault : faults) {
            if (!fault.heading.equals(heading)) {
                heading = fault.heading;
                page.append("\n## ").append(heading).append("\n\n| fault | tests |\n| --- | --- |\n");
            }
            String tests = Marked.list(shown.getOrDefault(fault.text, Set.of()));
            page.append("| " + fault.text + " | " + (tests.isEmpty() ? "-" : tests) + " |\n");
        }

        if (Boolean.getBoolean("lockgraft.test.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("run this test with -Dlockgraft.test.write=true to write it")
                .hasContent(page.toString());
    }
}
