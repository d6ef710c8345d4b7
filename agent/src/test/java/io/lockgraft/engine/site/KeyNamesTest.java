package io.lockgraft.engine.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class KeyNamesTest {
    @Test
    void aNameThatFitsStaysAsItIs() {
        String longest = "k".repeat(512);

        assertThat(KeyNames.shortened("shop:PAY:42")).isEqualTo("shop:PAY:42");
        assertThat(KeyNames.shortened(longest)).isSameAs(longest);
    }

    @Test
    void aNameThatIsTooLongKeepsItsBeginningAndGetsAHash() {
        String name = "shop:PAY:" + "x".repeat(1000);

        String shorter = KeyNames.shortened(name);

        assertThat(shorter).startsWith("shop:PAY:xxx").hasSize(512).matches("shop:PAY:x+#[0-9a-f]{64}");
        assertThat(KeyNames.shortened(name)).isEqualTo(shorter);
        assertThat(KeyNames.shortened(name + "y")).isNotEqualTo(shorter);
    }

    @Test
    @FailsWithout("`KeyNames#isShortened` gives a name another form where a longer one would get the same")
    void aNameThatALongerOneWouldGetGetsAnother() {
        for (String longer : new String[] {"PAY:" + "x".repeat(1000), "\uD83D\uDD12".repeat(300)}) {
            String shorter = KeyNames.shortened(longer);

            assertThat(KeyNames.shortened(shorter)).isNotEqualTo(shorter).matches("(?s).+#[0-9a-f]{64}");
        }
        String ordinary = "x".repeat(400) + "#" + "0".repeat(64);
        assertThat(KeyNames.shortened(ordinary)).isSameAs(ordinary);
    }

    @Test
    void theLimitCountsBytesAndCutsNoCharacterInTwo() {
        for (int before = 0; before < 4; before++) {
            String shorter = KeyNames.shortened("k".repeat(before) + "\uD83D\uDD12".repeat(300));

            byte[] bytes = shorter.getBytes(StandardCharsets.UTF_8);
            assertThat(bytes).hasSizeBetween(505, 512);
            assertThat(new String(bytes, StandardCharsets.UTF_8))
                    .isEqualTo(shorter)
                    .doesNotContain("?");
        }
    }
}
