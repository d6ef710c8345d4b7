package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each mechanism that {@link FailsWithout} names is there. Writes all of them to {@code target/fails-without.md}. */
final class FailsWithoutTest {
    private static final Pattern PLACE = Pattern.compile("`([A-Z]\\w+|[\\w-]+\\.lua)(?:#(\\w+))?`");

    @Test
    void eachMechanismBeginsWithAPlaceThatIsThere() throws IOException {
        Map<String, Set<Marked>> found = Marked.by(FailsWithout.class);
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
        Files.write(
                Path.of("target/fails-without.md"),
                found.entrySet().stream()
                        .map(each -> "- " + each.getKey() + ": " + Marked.list(each.getValue()))
                        .toList());
        assertThat(broken).isEmpty();
        assertThat(found).hasSizeGreaterThan(80);
    }
}
