package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/stores/own.md to the store of store-example, and to what a store can declare. */
class OwnStoreDocumentTest {
    private static final Path EXAMPLE = Sources.ROOT.resolve("store-example");
    private static final Pattern BLOCK = Pattern.compile("\n`([\\w/.-]+)`\n\n```\\w*\n(.*?)```\n", Pattern.DOTALL);

    private final String page = Documents.read("docs/stores/own.md");

    @Test
    void eachFileOfTheExampleStandsOnThePage() throws IOException {
        Map<String, String> shown = shown();
        String dependencies = shown.remove("pom.xml");

        assertThat(Files.readString(EXAMPLE.resolve("pom.xml"))).contains(dependencies);
        assertThat(shown).isEqualTo(written());
    }

    @Test
    void theExampleIsOfThisVersion() {
        String version = "<version>(.*?)</version>";
        Matcher ours = Pattern.compile("<artifactId>lockgraft-parent</artifactId>\\s*" + version)
                .matcher(Documents.read("pom.xml"));
        assertThat(ours.find()).isTrue();

        assertThat(page).contains("<lockgraft.version>" + ours.group(1) + "</lockgraft.version>");
    }

    @Test
    void whatAStoreCanDeclareStandsInItsTable() {
        for (Capability each : Capability.values()) {
            assertThat(page).contains("| `with(" + each + ")` |");
        }
        for (LockKind each : LockKind.values()) {
            assertThat(page).contains("`" + each + "`");
        }
    }

    private Map<String, String> shown() {
        Map<String, String> shown = new TreeMap<>();
        Matcher block = BLOCK.matcher(page);
        while (block.find()) {
            shown.put(block.group(1), block.group(2));
        }
        return shown;
    }

    /** Every file, those of Java without their imports. */
    private static Map<String, String> written() throws IOException {
        Map<String, String> written = new TreeMap<>();
        for (Path file : files()) {
            String text = Files.readString(file);
            written.put(
                    EXAMPLE.relativize(file).toString().replace('\\', '/'),
                    file.toString().endsWith(".java") ? text.substring(text.indexOf("/**")) : text);
        }
        return written;
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLE.resolve("src"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
