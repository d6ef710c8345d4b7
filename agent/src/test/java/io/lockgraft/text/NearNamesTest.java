package io.lockgraft.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
