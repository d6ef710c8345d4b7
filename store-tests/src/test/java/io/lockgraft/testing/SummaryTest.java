package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a build says of its tests at its end. */
final class SummaryTest {
    @TempDir
    private Path root;

    private Path module;

    @BeforeEach
    void makeModule() throws IOException {
        module = Files.createDirectories(root.resolve("stores/one"));
        Files.writeString(module.resolve("pom.xml"), "");
    }

    @Test
    void whatIsTaggedIsCounted() throws IOException {
        Path sources = Files.createDirectories(module.resolve("src/test/java"));
        // Not as it stands in a source, where this one is counted itself.
        Files.writeString(sources.resolve("A.java"), """
                @Tag(WHOLE)
                @Timeout(1)
                final class A {
                    @Test
                    @Tag(WHOLE)
                    void one() {}

                    @Tag(WHOLE)
                    @Test
                    void two() {}

                    @Test
                    @Tag("everywhere")
                    void three() {}
                }
                """.replace("WHOLE", "\"whole\""));

        String shortForm = "the short form: left out are 1 classes and 2 methods that are tagged \"whole\"";
        assertThat(Summary.leftOut(root))
                .singleElement()
                .asString()
                .startsWith(Whole.isWanted() ? "the whole suite" : Quick.isWanted() ? "the quick form" : shortForm);
    }

    @Test
    void whatWasSkippedIsToldOnceWithItsReason() throws IOException {
        Path reports = Files.createDirectories(module.resolve("target/surefire-reports"));
        Files.writeString(
                reports.resolve("TEST-a.xml"),
                "<testcase><skipped message=\"no clock\"><![CDATA[x]]></skipped></testcase>"
                        + "<testcase><skipped message=\"no clock\"/></testcase><testcase><skipped/></testcase>"
                        + "<skipped type=\"a.B\"><![CDATA[a.B: \nassumption was not met due to: [Java 8 has "
                        + "none] \nx]]></skipped>");

        assertThat(Summary.skipped(root))
                .containsExactly("SKIPPED 1: Java 8 has none", "SKIPPED 2: no clock", "SKIPPED 1: no reason");
    }

    @Test
    void whereNothingWasSkippedItSaysSo() throws IOException {
        assertThat(Summary.skipped(root)).containsExactly("skipped: none");
    }
}
