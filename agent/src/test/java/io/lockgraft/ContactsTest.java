package io.lockgraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the agent uses of Redisson and Netty that neither promises to keep. {@code contacts.txt} lists it, and is what
 * to read before a new version of them. Writes the list as it is now to {@code target/contacts.txt}.
 */
class ContactsTest {
    private static final String LIST = "src/test/resources/io/lockgraft/contacts.txt";
    private static final String NOW = "target/contacts.txt";

    private static final Map<String, SortedSet<String>> contacts = new TreeMap<>();

    @BeforeAll
    static void find() throws IOException {
        for (JavaClass each : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.lockgraft")) {
            try (InputStream file =
                    each.getSource().orElseThrow().getUri().toURL().openStream()) {
                SortedSet<String> found = Contacts.of(file);
                if (!found.isEmpty()) {
                    String outermost = each.getName().split("\\$")[0];
                    contacts.computeIfAbsent(outermost, name -> new TreeSet<>()).addAll(found);
                }
            }
        }
    }

    @Test
    void theListOfContactsIsWhole() throws IOException {
        List<String> listed = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(LIST))) {
            (line.startsWith("#") ? remarks : listed).add(line);
        }
        List<String> now = lines();
        remarks.addAll(now);
        Files.write(Path.of(NOW), remarks);

        List<String> fresh = ofClasses(now);
        List<String> gone = ofClasses(listed);
        fresh.removeAll(ofClasses(listed));
        gone.removeAll(ofClasses(now));
        if (!fresh.isEmpty() || !gone.isEmpty()) {
            fail("agent/" + LIST + " is not what the classes touch.\nnew:" + below(fresh) + "\ngone:" + below(gone)
                    + "\nDo without what is new, or copy agent/" + NOW + " over the list.");
        }
        assertThat(listed).as("sorted, and each contact once").isEqualTo(now);
    }

    @Test
    void typesFieldsAndTextsAreFound() throws IOException {
        try (InputStream file = ContactsTest.class.getResourceAsStream("ContactsTest$Toucher.class")) {
            assertThat(Contacts.of(file))
                    .containsExactly(
                            "field io.netty.util.concurrent.GlobalEventExecutor.threadFactory",
                            "name \"org.redisson.Hidden\"",
                            "text \"Unable to\"",
                            "text \"one of many\"",
                            "type io.netty.util.concurrent.GlobalEventExecutor",
                            "type org.redisson.Redisson");
        }
    }

    /** One contact of each form. Types of Redisson's api are none. */
    @SuppressWarnings("unused")
    private static final class Toucher {
        private static final String[] MANY = {"one of many"};

        private org.redisson.api.RLock lock;
        private List<org.redisson.Redisson> all;

        Object touch(Throwable e) throws ReflectiveOperationException {
            if (String.valueOf(e.getMessage()).startsWith("Unable to")) {
                return io.netty.util.concurrent.GlobalEventExecutor.class.getDeclaredField("threadFactory");
            }
            return e.getCause() == null ? Class.forName("org.redisson.Hidden") : MANY[0];
        }
    }

    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        contacts.forEach((ours, found) -> {
            lines.add(ours);
            found.forEach(contact -> lines.add("  " + contact));
        });
        return lines;
    }

    /** Each contact with our class in front of it. */
    private static List<String> ofClasses(List<String> lines) {
        List<String> all = new ArrayList<>();
        String ours = "";
        for (String line : lines) {
            if (line.startsWith("  ")) {
                all.add(ours + ": " + line.strip());
            } else {
                ours = line;
            }
        }
        return all;
    }

    private static String below(List<String> lines) {
        return lines.isEmpty() ? " nothing" : "\n  " + String.join("\n  ", lines);
    }
}
