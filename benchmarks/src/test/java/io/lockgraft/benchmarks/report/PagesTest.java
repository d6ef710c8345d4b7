package io.lockgraft.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.benchmarks.Scenarios;
import io.lockgraft.benchmarks.scenario.Scenario;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of the benchmarks are what the results in docs/benchmarks give, and say what a reader needs of them. */
final class PagesTest {
    private static final int ONE_SCREEN = 4096;
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]*)");

    @TempDir
    private Path folder;

    private final Path docs;

    PagesTest() throws IOException {
        docs = new File("../docs").getCanonicalFile().toPath();
    }

    @Test
    void thePagesAreWhatTheResultsGive() throws IOException {
        write(docs.resolve("benchmarks/results"));

        Map<String, String> written = pages(folder);
        Map<String, String> kept = pages(docs);
        assertThat(written.keySet()).isEqualTo(kept.keySet());
        written.forEach(
                (page, text) -> assertThat(withoutVersions(text)).as(page).isEqualTo(withoutVersions(kept.get(page))));
    }

    @Test
    void theFirstPageIsOneScreenWithALineForEachScenario() throws IOException {
        String first = Files.readString(docs.resolve("BENCHMARKS.md"));

        assertThat(first).hasSizeLessThan(ONE_SCREEN);
        for (Scenario scenario : Scenarios.all()) {
            assertThat(first).contains("](benchmarks/" + scenario.name() + ".md)");
        }
    }

    @Test
    void eachPageSaysWhatIsMeasuredWhatItMeansAndWhatItDoesNotMean() throws IOException {
        for (Scenario scenario : Scenarios.all()) {
            assertThat(Files.readString(page(scenario.name())))
                    .as(scenario.name())
                    .startsWith("# " + scenario.title() + "\n")
                    .containsSubsequence(
                            "\n## What is measured\n", "\n## What it means\n", "\n## What it does not mean\n")
                    .contains("`benchmarks/run.sh " + scenario.name() + "`");
        }
    }

    @Test
    void aGoalThatIsMissedHasItsLimitAndWhatWasTried() throws IOException {
        String page = Files.readString(page("profiles"));
        String goals = page.substring(0, page.indexOf("\n## "));
        String reasons = page.substring(goals.length());

        for (String missed :
                goals.lines().filter(line -> line.endsWith("| **missed** |")).toList()) {
            assertThat(reasons).contains(missed);
            String behind = reasons.substring(reasons.indexOf(missed));
            assertThat(behind.substring(0, behind.indexOf("\n##")))
                    .as("the reasons of %s", missed)
                    .contains("- *Limit:*", "- *Tried:*");
        }
    }

    @Test
    void eachLinkLeadsToAFile() throws IOException {
        for (String name : pages(docs).keySet()) {
            Path page = docs.resolve(name);
            LINK.matcher(Files.readString(page))
                    .results()
                    .map(link -> link.group(1))
                    .forEach(link -> assertThat(page.resolveSibling(link))
                            .as("the link of %s", name)
                            .exists());
        }
    }

    @Test
    void pagesWithoutResultsSayHowToMeasure() throws IOException {
        write(Files.createDirectories(folder.resolve("benchmarks/results")));

        for (Scenario scenario : Scenarios.all()) {
            assertThat(folder.resolve("benchmarks/" + scenario.name() + ".md"))
                    .content()
                    .contains("Not measured: `benchmarks/run.sh " + scenario.name() + "`.")
                    .doesNotContain(".svg)", "\n\n\n");
        }
    }

    private void write(Path results) throws IOException {
        new Pages(folder, new Results(results), new Runs(results), List.of("redisson 1.2.3")).write(Scenarios.all());
    }

    private Path page(String name) {
        return docs.resolve("benchmarks/" + name + ".md");
    }

    /** The written files below a folder of documents, charts among them, by their paths. */
    private static Map<String, String> pages(Path docs) throws IOException {
        Map<String, String> pages = new TreeMap<>();
        pages.put("BENCHMARKS.md", Files.readString(docs.resolve("BENCHMARKS.md")));
        try (Stream<Path> files = Files.list(docs.resolve("benchmarks"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                pages.put("benchmarks/" + file.getFileName(), Files.readString(file));
            }
        }
        return pages;
    }

    /** Those are of today's libraries. */
    private static String withoutVersions(String page) {
        return page.replaceAll("\n- [a-z0-9-]+ \\d+(\\.\\w+)+", "");
    }
}
