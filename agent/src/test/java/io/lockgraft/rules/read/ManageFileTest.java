package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.HttpAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The section {@code manage}: where the numbers of a running JVM are served. */
class ManageFileTest {
    private static final String FILE = "memory: {}\n%s\nrules:\n  - {method: com.shop.PayService.payOrder, key: PAY}\n";

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:9465, 127.0.0.1, 9465",
        "0.0.0.0:0, 0.0.0.0, 0",
        "[::1]:9465, [::1], 9465",
        "localhost:65535, localhost, 65535"
    })
    void anAddressHasAHostAndAPort(String written, String host, int port) {
        HttpAddress http = http(Reads.with(), "manage: {address: '" + written + "'}");

        assertThat(http.host()).isEqualTo(host);
        assertThat(http.port()).isEqualTo(port);
        assertThat(http.names()).isEmpty();
    }

    @Test
    void aFileThatSaysNothingServesNothing() {
        assertThat(http(Reads.with(), "")).isNull();
    }

    @Test
    void eachJvmOfAHostMayHaveAnAddressFromOutside() {
        Reads reads = Reads.with().property("lockgraft.manage.address", "127.0.0.1:9466");

        assertThat(http(reads, "").port()).isEqualTo(9466);
        assertThat(http(reads, "manage: {address: '127.0.0.1:9465', hosts: [Shop.example]}")
                        .port())
                .isEqualTo(9466);
    }

    @Test
    void theNamesAreInLowerCase() {
        assertThat(http(Reads.with(), "manage: {address: '127.0.0.1:0', hosts: [Shop.example, b]}")
                        .names())
                .containsExactly("shop.example", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9465", "127.0.0.1", "127.0.0.1:65536", "http://127.0.0.1:9465", "::1:9465", "a b:1"})
    void whatIsNoAddressIsAMistakeWithItsCure(String written) {
        List<String> mistakes = Reads.with().mistakes(String.format(FILE, "manage: {address: '" + written + "'}"));

        assertThat(mistakes).hasSize(1);
        assertThat(mistakes.get(0))
                .startsWith("rules.yaml:2:")
                .endsWith("manage: address: '" + written + "' is no address with a port; write 127.0.0.1:9465, or"
                        + " 127.0.0.1:0 for a free port");
    }

    @Test
    void namesWithoutAnAddressAreAMistake() {
        assertThat(Reads.with().mistakes(String.format(FILE, "manage: {hosts: [shop.example]}")))
                .containsExactly("rules.yaml:2:10: manage: 'hosts' has no use without an 'address'");
    }

    private static HttpAddress http(Reads reads, String manage) {
        return reads.rules(String.format(FILE, manage)).manage().http();
    }
}
