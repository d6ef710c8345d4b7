package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How large a folder, a class and a line may be. The applications that tests lock are left out where it says so. */
final class HouseTest {
    private static final int COLUMNS = 120;
    private static final int LINES = 300;
    private static final int CLASSES = 20;

    private static final List<Path> SOURCES = new ArrayList<>();

    @BeforeAll
    static void find() throws IOException {
        SOURCES.addAll(Sources.paths());
        assertThat(SOURCES).as("sources").hasSizeGreaterThan(1000);
    }

    @Test
    void linesOfJavaAndLuaEndWithin120Columns() throws IOException {
        List<String> wide = new ArrayList<>();
        for (Path file : SOURCES) {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                if (line.length() > COLUMNS) {
                    wide.add(Sources.ROOT.relativize(file) + ":" + number);
                }
            }
        }

        assertThat(wide).as("lines over %d columns", COLUMNS).isEmpty();
    }

    @Test
    void aClassOfMainCodeHas300LinesAtMost() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : ofMain()) {
            int lines = Files.readAllLines(file).size();
            if (lines > LINES) {
                tooLong.add(Sources.ROOT.relativize(file) + " has " + lines);
            }
        }

        assertThat(tooLong).as("classes over %d lines", LINES).isEmpty();
    }

    /**
     * In the modules whose tests the quick form runs. Tests that end in IT, which alone use Forks, are none of it; Jdks
     * asks a JDK for its version where that has no file that says it.
     */
    @Test
    void aTestOfTheQuickFormThatStartsAProcessIsLeftOutOfIt() throws IOException {
        List<String> unseen = new ArrayList<>();
        for (Path file : SOURCES) {
            String path = Sources.ROOT.relativize(file).toString().replace('\\', '/');
            String text = Files.readString(file);
            if (path.matches("(agent/src/test|store-tests|test-servers)/.*(?<!IT|/Forks|/Jdks)\\.java")
                    && text.contains("new ProcessBuilder(")
                    && !text.contains("Quick.leaveOut(")) {
                unseen.add(path);
            }
        }

        assertThat(unseen)
                .as("sources that start a process and do not call Quick.leaveOut before")
                .isEmpty();
    }

    @Test
    void aFolderOfMainCodeHas20ClassesAtMost() {
        Map<Path, Integer> folders = new TreeMap<>();
        for (Path file : ofMain()) {
            if (!file.endsWith("package-info.java") && !isApplication(file)) {
                folders.merge(Sources.ROOT.relativize(file.getParent()), 1, Integer::sum);
            }
        }
        folders.values().removeIf(classes -> classes <= CLASSES);

        assertThat(folders).as("folders over %d classes", CLASSES).isEmpty();
    }

    /** Words of one store belong to that store's module, and to the list of the bundled ones. */
    @Test
    void whatServesEveryStoreSpeaksOfNoneByName() throws IOException {
        Pattern parts = Pattern.compile("(lockgraft-spi|lockgraft-api|agent-bootstrap)/src/main/.*"
                + "|agent/src/main/java/io/lockgraft/(?!cli/Main|store/BundledStores).*");
        Pattern words = Pattern.compile("(?i)redis|\\blua\\b|quorum|sentinel|zookeeper|consul\\b|etcd");
        List<String> named = new ArrayList<>();
        for (Path file : ofMain()) {
            String path = Sources.ROOT.relativize(file).toString().replace('\\', '/');
            if (parts.matcher(path).matches()
                    && words.matcher(Files.readString(file)).find()) {
                named.add(path);
            }
        }

        assertThat(named).as("sources that name a product").isEmpty();
    }

    private static List<Path> ofMain() {
        return SOURCES.stream()
                .filter(file -> file.toString().replace('\\', '/').contains("/src/main/java/"))
                .toList();
    }

    /** What is locked there is many small applications side by side. */
    private static boolean isApplication(Path file) {
        return file.toString().replace('\\', '/').contains("/integration-tests/src/main/java/com/example/");
    }
}
