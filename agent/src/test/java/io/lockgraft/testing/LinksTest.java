package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each link of a page leads to a file and a heading that are there, and each page that code names is there. */
class LinksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?://)([^)#]*)(?:#([^)]*))?\\)");
    private static final Pattern NAMED = Pattern.compile("docs/[\\w/.-]+\\.md");

    private final Map<Path, Set<String>> headings = new HashMap<>();

    @Test
    void eachLinkOfAPageLeadsToAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            Matcher link = LINK.matcher(withoutCode(Files.readString(page)));
            while (link.find()) {
                links++;
                Path target = link.group(1).isEmpty()
                        ? page
                        : page.resolveSibling(link.group(1)).normalize();
                if (!Files.exists(target)
                        || link.group(2) != null && !headings(target).contains(link.group(2))) {
                    broken.add(ROOT.relativize(page) + ": " + link.group());
                }
            }
        }

        assertThat(broken).isEmpty();
        assertThat(links).as("links that were looked at").isGreaterThan(200);
    }

    @Test
    void eachPageThatCodeNamesIsThere() throws IOException {
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (Path source : Sources.paths()) {
            Matcher page = NAMED.matcher(Files.readString(source));
            while (page.find()) {
                named++;
                if (!Files.exists(ROOT.resolve(page.group()))) {
                    missing.add(source + ": " + page.group());
                }
            }
        }

        assertThat(missing).isEmpty();
        assertThat(named).as("pages that code names").isGreaterThan(5);
    }

    /** All Markdown of the project; that below {@code src} is part of other pages. */
    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                return Set.of("target", "src", ".git").contains(name)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.getFileName().toString().endsWith(".md")) {
                    pages.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return pages;
    }

    private Set<String> headings(Path page) throws IOException {
        Set<String> known = headings.get(page);
        if (known == null) {
            known = new HashSet<>();
            for (String line : withoutCode(Files.readString(page)).split("\n")) {
                if (line.startsWith("#")) {
                    known.add(anchor(line.replaceFirst("#+ ", "")));
                }
            }
            headings.put(page, known);
        }
        return known;
    }

    /** As GitHub makes it of a heading. */
    private static String anchor(String heading) {
        return heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\w -]", "")
                .replace(' ', '-');
    }

    private static String withoutCode(String page) {
        return page.replaceAll("(?ms)^ *```.*?^ *```$", "");
    }
}
