package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.LogSettings;
import java.io.File;
import org.junit.jupiter.api.Test;

/** Where a rules file and its options send the agent's log. */
class LogReaderTest {
    private static final String RULES = "memory: {}\nrules: [{method: com.shop.Pay.pay(String), key: k}]\n";

    private static LogSettings log(String section) {
        return Reads.with().rules(section + RULES).log();
    }

    @Test
    void withoutAWordItIsTextOnStderr() {
        for (String section : new String[] {"", "log: {to: stderr}\n", "log: {format: text}\n"}) {
            assertThat(log(section).file()).isNull();
            assertThat(log(section).isApplication()).isFalse();
            assertThat(log(section).isJson()).isFalse();
        }
    }

    @Test
    void anyOtherWordIsAFileWhichBeginsAtTheWorkingDirectory() {
        assertThat(log("log: {to: logs/lockgraft.log, format: json}\n").file())
                .isEqualTo(new File("logs/lockgraft.log").getAbsoluteFile());
        assertThat(log("log: {to: logs/lockgraft.log, format: json}\n").isJson())
                .isTrue();
        assertThat(log("log: {to: ./application}\n").isApplication()).isFalse();
        assertThat(log("log: {to: application}\n").isApplication()).isTrue();
    }

    @Test
    void anOptionGoesBeforeTheFile() {
        Reads reads =
                Reads.with().property("lockgraft.log.to", "/var/log/shop.log").variable("LOCKGRAFT_LOG_FORMAT", "json");

        assertThat(reads.rules("log: {to: stderr, format: text}\n" + RULES)
                        .log()
                        .file())
                .isEqualTo(new File("/var/log/shop.log"));
        assertThat(reads.rules(RULES).log().isJson()).isTrue();
    }

    @Test
    void aMistakeIsToldWhereItIs() {
        assertThat(Reads.with().mistakes("log: {to: application, format: json}\n" + RULES))
                .containsExactly(
                        "rules.yaml:1:6: log: the application's own log has a form of its own; leave 'format' out"
                                + " where 'to' is application");
        assertThat(Reads.with().property("lockgraft.log.format", "xml").mistakes(RULES))
                .containsExactly("-Dlockgraft.log.format: log: format: unknown 'xml'; it is text or json");
        assertThat(Reads.with().mistakes("log: stderr\n" + RULES))
                .containsExactly("rules.yaml:1:6: log: a mapping like {to: ...} is expected, not a single value");
    }
}
