package io.lockgraft.spi.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NearNamesTest {
    private static final List<String> KNOWN = List.of("lease", "wait", "onBusy", "onLost", "method", "methods");

    @Test
    void lettersMayBeMissingTooManyChangedOrSwapped() {
        assertThat(NearNames.of("lese", KNOWN, 3)).containsExactly("lease");
        assertThat(NearNames.of("leaase", KNOWN, 3)).containsExactly("lease");
        assertThat(NearNames.of("laese", KNOWN, 3)).containsExactly("lease");
        assertThat(NearNames.of("wiat", KNOWN, 3)).containsExactly("wait");
        assertThat(NearNames.of("ONBUSY", KNOWN, 3)).containsExactly("onBusy");
    }

    @Test
    void theNearestComesFirstAndNoMoreThanWanted() {
        assertThat(NearNames.of("methodd", KNOWN, 3)).containsExactly("method", "methods");
        assertThat(NearNames.of("methodd", KNOWN, 1)).containsExactly("method");
    }

    @Test
    void theBeginningOfANameIsNear() {
        assertThat(NearNames.of("verify", List.of("verifyHostname"), 3)).containsExactly("verifyHostname");
        assertThat(NearNames.of("on", KNOWN, 3)).isEmpty();
    }

    @Test
    void whatIsFarFromAllIsNotGuessed() {
        assertThat(NearNames.of("colour", KNOWN, 3)).isEmpty();
        assertThat(NearNames.didYouMean("colour", KNOWN)).isEmpty();
    }

    @Test
    void theQuestionNamesUpToThree() {
        assertThat(NearNames.didYouMean("leese", KNOWN)).isEqualTo("; did you mean 'lease'?");
        assertThat(NearNames.didYouMean("methodd", KNOWN)).isEqualTo("; did you mean 'method' or 'methods'?");
        assertThat(NearNames.didYouMean("ab", List.of("aa", "ac", "ad", "ae")))
                .isEqualTo("; did you mean 'aa', 'ac' or 'ad'?");
    }

    /** Names that are farther than the worst of those found are left early; that must not change what is found. */
    @Test
    void theNearestOfManyAreThoseThatAreFoundOneByOne() {
        Random random = new Random(20261122);
        for (int round = 0; round < 300; round++) {
            Set<String> known = new TreeSet<>();
            for (int i = 0; i < 40; i++) {
                known.add(word(random));
            }
            String wanted = word(random);
            List<String> byThemselves = known.stream()
                    .filter(each -> !NearNames.of(wanted, List.of(each), 1).isEmpty())
                    .toList();

            assertThat(NearNames.of(wanted, known, 100)).hasSameElementsAs(byThemselves);
            assertThat(NearNames.of(wanted, known, 3))
                    .as("of '%s' among %s", wanted, known)
                    .isEqualTo(
                            NearNames.of(wanted, known, 100).stream().limit(3).toList());
        }
    }

    private static String word(Random random) {
        return random.ints(2 + random.nextInt(6), 'a', 'd')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
