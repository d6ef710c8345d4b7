package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds the table "Which test fails without it" of docs/TESTS.md to the annotations {@link FailsWithout}, which it
 * reads in the sources of all modules. With {@code -Dlockgraft.test.write=true} it writes the table instead.
 */
final class FailsWithoutTest {
    private static final Path PAGE = Sources.ROOT.resolve("docs/TESTS.md");
    private static final String HEAD = "| mechanism | fails without it |\n| --- | --- |\n";
    private static final String LITERAL = "\"(?:\\\\.|[^\"\\\\])*\"";
    private static final Pattern ANNOTATION = Pattern.compile(
            "^( *)@FailsWithout\\(\\s*(" + LITERAL + "(?:\\s*\\+\\s*" + LITERAL + ")*)\\s*\\)", Pattern.MULTILINE);
    private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w+)\\(");
    private static final Pattern PLACE = Pattern.compile("`([A-Z]\\w+|[\\w-]+\\.lua)(?:#(\\w+))?`");

    /** Mechanism to tests, in the order of the table. */
    private final Map<String, Set<String>> found = new TreeMap<>();

    @Test
    void theTableIsWhatTheAnnotationsSay() throws IOException {
        readAnnotations();
        String page = Files.readString(PAGE);
        int begin = page.indexOf(HEAD) + HEAD.length();
        assertThat(begin).as("the head of the table in " + PAGE).isGreaterThan(HEAD.length());
        int end = page.indexOf("\n\n", begin - 1) + 1;
        List<String> rows = rows();
        if (Boolean.getBoolean("lockgraft.test.write")) {
            Files.writeString(PAGE, page.substring(0, begin) + String.join("\n", rows) + "\n" + page.substring(end));
            return;
        }

        List<String> there = page.substring(begin, end).lines().toList();
        List<String> missing = new ArrayList<>(rows);
        missing.removeAll(there);
        List<String> surplus = new ArrayList<>(there);
        surplus.removeAll(rows);
        assertThat(there)
                .as(
                        "docs/TESTS.md, 'Which test fails without it', is not what @FailsWithout says.\nwrite: %s\n"
                                + "take out: %s\nor run this test with -Dlockgraft.test.write=true",
                        String.join("\n       ", missing), String.join("\n          ", surplus))
                .isEqualTo(rows);
    }

    @Test
    void eachMechanismBeginsWithAPlaceThatIsThere() throws IOException {
        readAnnotations();
        Sources main = Sources.ofMain();
        List<String> broken = new ArrayList<>();
        for (String mechanism : found.keySet()) {
            Matcher place = PLACE.matcher(mechanism);
            if (!place.lookingAt()) {
                broken.add("begins with no place, as in `Gate#accept`: " + mechanism);
            }
            for (place.reset(); place.find(); ) {
                String member = place.group(2);
                boolean isThere = main.texts(place.group(1)).values().stream()
                        .anyMatch(text -> member == null || text.matches("(?s).*\\b" + member + "\\b.*"));
                if (!isThere) {
                    broken.add("there is no " + place.group() + ": " + mechanism + " " + found.get(mechanism));
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(found).hasSizeGreaterThan(80);
    }

    private void readAnnotations() throws IOException {
        Sources tests = Sources.ofTests();
        for (String name : tests.names()) {
            Map<Path, String> texts = tests.texts(name);
            for (Map.Entry<Path, String> source : texts.entrySet()) {
                String type = texts.size() == 1 ? name : folder(source.getKey()) + '.' + name;
                Matcher annotation = ANNOTATION.matcher(source.getValue());
                while (annotation.find()) {
                    found.computeIfAbsent(text(annotation.group(2)), each -> new TreeSet<>())
                            .add(
                                    annotation.group(1).isEmpty()
                                            ? type
                                            : type + '#' + method(source.getValue(), annotation.end()));
                }
            }
        }
    }

    private static String folder(Path file) {
        return file.getParent().getFileName().toString();
    }

    private static String method(String source, int after) {
        Matcher method = METHOD.matcher(source);
        assertThat(method.find(after))
                .as("a method behind " + source.substring(after))
                .isTrue();
        return method.group(1);
    }

    /** What the literals say, without their quotes and the plus signs between them. */
    private static String text(String literals) {
        StringBuilder text = new StringBuilder();
        Matcher literal = Pattern.compile(LITERAL).matcher(literals);
        while (literal.find()) {
            String quoted = literal.group();
            text.append(quoted, 1, quoted.length() - 1);
        }
        return text.toString().replace("\\\"", "\"").replace("\\\\", "\\");
    }

    /** A class is named once in a row, as the tables beside this one do. */
    private List<String> rows() {
        List<String> rows = new ArrayList<>();
        found.forEach((mechanism, tests) -> {
            Set<String> cells = new LinkedHashSet<>();
            String last = "";
            for (String test : tests) {
                String type = test.replaceFirst("#.*", "");
                cells.add('`' + (test.startsWith(last + '#') ? test.substring(last.length()) : test) + '`');
                last = type;
            }
            rows.add("| " + mechanism.replace("|", "\\|") + " | " + String.join(", ", cells) + " |");
        });
        return rows;
    }
}
