package io.lockgraft.store.consul;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of entries are of plain characters, and tell texts apart. */
final class NamesTest {
    private static final String[] TEXTS = {
        "shop:PAY:42",
        "shop=3aPAY=3a42",
        "a_b-c",
        "a/b",
        "a%2Fb",
        "..",
        " a ",
        "a+b!",
        "=",
        "==00e4",
        "\u00e4",
        "\u0100",
        "\ud83d\ude00",
        "\ud83d",
        "\ude00",
        "\u00000",
        "\u0000"
    };

    private final Names names = new Names("shop/locks");

    @Test
    void aKeyOfLettersDigitsAndColonsCanBeRead() {
        assertThat(names.queue("shop:PAY:42")).isEqualTo("shop/locks/locks/shop=3aPAY=3a42/");
        assertThat(names.entry("a/b", "web-1.shop:4711:0f:7", 3))
                .isEqualTo("shop/locks/locks/a=2fb/web-1=2eshop=3a4711=3a0f=3a7_3");
    }

    @Test
    @FailsWithout("`Names#encoded` writes no character that Consul 1.21.5 refuses")
    void eachTextHasANameOfItsOwnOfPlainCharactersAndIsReadFromIt() {
        Set<String> all = new LinkedHashSet<>();
        for (String each : TEXTS) {
            String encoded = Names.encoded(each);
            assertThat(encoded).matches("[A-Za-z0-9_=-]+");
            assertThat(Names.decoded(encoded)).isEqualTo(each);
            assertThat(names.key(names.entry(each, "owner:1", 1))).isEqualTo(each);
            all.add(encoded);
        }
        assertThat(all).hasSameSizeAs(TEXTS);
    }

    @Test
    void theBeginningOfAKeyIsTheBeginningOfItsQueue() {
        for (String each : TEXTS) {
            assertThat(names.queue(each + ":more")).startsWith(names.queues(each));
        }
    }
}
