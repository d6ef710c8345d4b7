package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds ARCHITECTURE.md to the code: the classes and methods that it names, and the order of packages. */
class ArchitectureDocumentTest {
    /** As in {@code Gate}, {@code rules.yaml.Tables}, {@code Gate#passOn}, {@code PartState.HELD}. */
    private static final Pattern NAMED = Pattern.compile("`([a-z.]+\\.)?([A-Z]\\w*[a-z]\\w*)(?:([#.])(\\w+))?`");

    private static final Pattern PACKAGE = Pattern.compile("`([a-z.]+)`");
    private static final Pattern AGENT = Pattern.compile("agent/src/main/java/io/lockgraft/(.*)/\\w+\\.java");
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?io\\.lockgraft\\.([a-z.]+)\\.[A-Z]", Pattern.MULTILINE);

    @Test
    void eachClassAndMethodThatIsNamedIsThere() throws IOException {
        Sources main = Sources.ofMain();
        Sources tests = Sources.ofTests();
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (Matcher name = NAMED.matcher(Documents.read("ARCHITECTURE.md")); name.find(); ) {
            named++;
            if (!isIn(main, name) && !isIn(tests, name)) {
                missing.add(name.group());
            }
        }

        assertThat(missing).isEmpty();
        assertThat(named).as("names that were looked at").isGreaterThan(80);
    }

    @Test
    void eachPackageStandsAboveThoseThatItUses() throws IOException {
        List<String> order = packages();
        List<String> upwards = new ArrayList<>();
        for (Path source : Sources.paths()) {
            Matcher user = AGENT.matcher(source.toString());
            int from = user.find() ? place(order, user.group(1).replace('/', '.')) : -1;
            for (Matcher used = IMPORT.matcher(Files.readString(source)); from >= 0 && used.find(); ) {
                int to = place(order, used.group(1));
                if (to >= 0 && to < from) {
                    upwards.add(order.get(from) + " uses " + order.get(to) + ": " + source.getFileName());
                }
            }
        }

        assertThat(order).as("packages in the table").hasSizeGreaterThan(15);
        assertThat(upwards).isEmpty();
    }

    private static List<String> packages() {
        List<String> packages = new ArrayList<>();
        String page = Documents.read("ARCHITECTURE.md");
        String table = page.substring(page.indexOf("| package |"));
        for (String row : table.substring(0, table.indexOf("\n\n")).split("\n")) {
            for (Matcher name = PACKAGE.matcher(row.split("\\|")[1]); name.find(); ) {
                packages.add(name.group(1));
            }
        }
        return packages;
    }

    /** The row of this package, or of the one that it is part of; -1 where it has none. */
    private static int place(List<String> order, String name) {
        int place = order.indexOf(name);
        int dot = name.lastIndexOf('.');
        return place >= 0 || dot < 0 ? place : place(order, name.substring(0, dot));
    }

    private static boolean isIn(Sources sources, Matcher name) throws IOException {
        String folder = name.group(1) == null ? "" : name.group(1).replace('.', '/');
        String member = name.group(4) == null
                ? ""
                : "\\b" + name.group(4) + (name.group(3).equals("#") ? "\\(" : "\\b");
        return sources.texts(name.group(2)).entrySet().stream()
                .anyMatch(each -> each.getKey().toString().contains('/' + folder)
                        && Pattern.compile(member).matcher(each.getValue()).find());
    }
}
