package io.lockgraft.rules.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.read.Reads;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;

class InterpolationTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ${REGION}                | eu
                    PAY-${REGION}-{id}       | PAY-eu-{id}
                    ${REGION}${REGION}       | eueu
                    ${NONE:us}               | us
                    x${NONE:}                | x
                    ${REGION:us}             | eu
                    ${NONE:redis://h:1}      | redis://h:1
                    US$${amount}             | US${amount}
                    US$$${REGION}            | US$${REGION}
                    $                        | $
                    $$                       | $$
                    a$b{c}                   | a$b{c}
                    ${DOLLAR}                | ${REGION}
                    """)
    void variablesAreFilledInOnce(String written, String filled) {
        Reads reads = Reads.with().variable("REGION", "eu").variable("DOLLAR", "${REGION}");
        Scalar scalar = new Scalar(new Position("f", 1, 1), written, ScalarStyle.PLAIN, 0, written.length());

        Value value = FilledValue.fill(new Reading("f", written, reads, null, null), scalar, "", true);

        assertThat(value.text()).isEqualTo(filled);
    }

    @Test
    void aVariableThatIsSetToNothingIsSet() {
        Rules rules = Reads.with()
                .variable("PASSWORD", "")
                .rules("redis: {address: 'redis://h', password: '${PASSWORD:other}'}\nrules: [{method: a.B.c, "
                        + "key: K}]");

        assertThat(Reads.redis(rules).password()).isNull();
    }

    @Test
    void anySettingMayBeFilledIn() {
        Rule rule = Reads.with()
                .variable("LEASE", "20s")
                .variable("RENEW", "false")
                .variable("PACKAGE", "com.shop")
                .variable("BUSY", "skip")
                .rule("lease: ${LEASE}", "renew: ${RENEW}", "method: ${PACKAGE}.Pay.pay", "onBusy: ${BUSY}");

        assertThat(rule.get(RuleSetting.LEASE)).isEqualTo(Duration.ofSeconds(20));
        assertThat(rule.get(RuleSetting.RENEW)).isFalse();
        assertThat(rule.methods()).hasToString("[com.shop.Pay.pay]");
        assertThat(rule.get(RuleSetting.ON_BUSY)).isSameAs(Outcome.SKIP);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Uv7-kQ       | Uv7-kQ
                    Uv7-kQ\\n     | Uv7-kQ
                    Uv7-kQ\\r\\n   | Uv7-kQ
                    Uv7\\n-kQ\\n   | Uv7\\n-kQ
                    """)
    void aSecretFileLosesOneLineEnd(String content, String password) throws Exception {
        Files.writeString(folder.resolve("password"), unescaped(content));

        Rules rules = Reads.with()
                .file(folder.resolve("rules.yaml").toString())
                .rules("redis: {address: 'redis://h', password: '${file:password}'}\nrules: [{method: a.B.c, key: K}]");

        assertThat(Reads.redis(rules).password()).isEqualTo(unescaped(password));
    }

    @Test
    void aNamespaceFromAFileIsNoSecret() throws Exception {
        Path name = Files.writeString(folder.resolve("namespace"), "shopfront-eu\n");

        Rules rules = Reads.with()
                .rules("namespace: '${file:" + name + "}'\nredis: {address: 'redis://h'}\n"
                        + "rules: [{method: a.B.c, key: K}]");

        assertThat(rules.rules().get(0).namespace()).isEqualTo("shopfront-eu");
        assertThat(Secrets.mask("com.shopfront-eu.PayService")).isEqualTo("com.shopfront-eu.PayService");
    }

    @Test
    void noMessageShowsWhatASecretFileHolds() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "hunter2: {");

        for (String setting : new String[] {
            "wait", "lease", "renew", "lock", "permits", "onBusy", "onLost", "key", "when", "name", "method"
        }) {
            assertThat(String.join("\n", Reads.with().ruleMistakes(setting + ": '${file:" + secret + "}'")))
                    .as(setting)
                    .doesNotContain("hunter2");
        }
        for (String setting : new String[] {"address", "database", "timeout", "config", "notify"}) {
            assertThat(String.join(
                            "\n",
                            Reads.with()
                                    .mistakes("redis: {" + setting + ": '${file:" + secret + "}'}\n"
                                            + "rules: [{method: a.B.c, key: K}]")))
                    .as(setting)
                    .isNotEmpty()
                    .doesNotContain("hunter2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"key", "when", "method"})
    void aTextThatDoesNotReadBecauseOfASecretIsToldWithoutIt(String setting) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "hunter2: {");
        String written = "${file:" + secret + "}";

        assertThat(Reads.with().ruleMistakes(setting + ": '" + written + "'"))
                .singleElement()
                .asString()
                .matches("rules\\.yaml:5:\\d+: rule 'pay': " + setting
                        + ": '.*' does not read once the secret is filled in")
                .doesNotContain("hunter2");
    }

    /** The variable that is not set stands at the ^; the value begins in line 5. */
    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
                    when: ${NONE}                               => 5:11
                    when: a == ${NONE}                          => 5:16
                    when: 'it''s ${NONE}'                       => 5:18
                    when: "a\\tb\\u0041 ${NONE}"                => 5:23
                    when: "\\U0001F600 ${NONE}"                 => 5:23
                    when: "\uD83D\uDE00 ${NONE}"                => 5:14
                    when: a and~  b and ${NONE}                 => 6:13
                    when: "a and~  b and ${NONE}"               => 6:13
                    when: "a \\~   and ${NONE}"                 => 6:12
                    when: 'a and~~    b ${NONE}'                => 7:11
                    when: >-~  a and~  b and ${NONE}            => 7:13
                    when: |~    a~     b ${NONE}                => 7:12
                    when: >2~      a ${NONE}                    => 6:13
                    """)
    void aMistakeInsideOfATextIsFoundHoweverItIsQuotedAndFolded(String written, String lineAndColumn) {
        String[] lines = written.split("~", -1);

        assertThat(Reads.with().ruleMistakes(lines))
                .singleElement()
                .asString()
                .startsWith("rules.yaml:" + lineAndColumn + ": rule 'pay': when: the environment variable 'NONE'");
    }

    @Test
    void optionsGoBeforeTheFileAndPropertiesBeforeVariables() {
        Rules rules = Reads.with()
                .property("lockgraft.redis.address", "redis://from-property:1")
                .variable("LOCKGRAFT_REDIS_ADDRESS", "redis://from-variable:1")
                .variable("LOCKGRAFT_REDIS_PASSWORD", "from-variable")
                .variable("LOCKGRAFT_REDIS_USERNAME", "user")
                .variable("LOCKGRAFT_REDIS_DATABASE", "3")
                .variable("LOCKGRAFT_REDIS_TIMEOUT", "700ms")
                .variable("LOCKGRAFT_NAMESPACE", "eu")
                .variable("LOCKGRAFT_FAIL_OPEN", "true")
                .rules("namespace: us\nfailOpen: false\nredis: {address: '${NOT_SET}', password: from-file}\n"
                        + "rules: [{method: a.B.c, key: K}]");

        assertThat(Reads.redis(rules)).hasToString("redis://from-property:1");
        assertThat(Reads.redis(rules).password()).isEqualTo("from-variable");
        assertThat(Reads.redis(rules).username()).isEqualTo("user");
        assertThat(Reads.redis(rules).database()).isEqualTo(3);
        assertThat(Reads.redis(rules).timeout()).isEqualTo(Duration.ofMillis(700));
        assertThat(rules.rules().get(0).namespace()).isEqualTo("eu");
        assertThat(rules.failOpen()).isTrue();
    }

    @Test
    void aServerMayComeFromOptionsAlone() {
        Rules rules = Reads.with()
                .property("lockgraft.redis.address", "redis://h:1")
                .rules("rules: [{method: a.B.c, key: K}]");

        assertThat(Reads.redis(rules)).hasToString("redis://h:1");
    }

    @Test
    void anAddressFromAnOptionTakesThePlaceOfAConfiguration() {
        Rules rules = Reads.with()
                .property("lockgraft.redis.address", "redis://h:1")
                .rules("redis: {config: nowhere.yaml}\nrules: [{method: a.B.c, key: K}]");

        assertThat(Reads.redis(rules)).hasToString("redis://h:1");
        assertThat(Reads.redis(rules).topology().name).isNull();
    }

    @Test
    void aMistakeInAnOptionNamesTheOption() throws Exception {
        Files.writeString(folder.resolve("redisson.yaml"), "singleServerConfig: {address: 'redis://h:1'}");

        assertThat(Reads.with()
                        .property("lockgraft.redis.timeout", "5")
                        .variable("LOCKGRAFT_FAIL_OPEN", "yes")
                        .mistakes(Reads.file()))
                .containsExactly(
                        "LOCKGRAFT_FAIL_OPEN: failOpen: 'yes' is neither true nor false; did you mean 'true'?",
                        "-Dlockgraft.redis.timeout: redis: timeout: '5' has no unit; add one, as in 10s or 500ms");
        assertThat(Reads.with()
                        .file(folder.resolve("rules.yaml").toString())
                        .property("lockgraft.redis.password", "secret")
                        .mistakes("redis: {config: redisson.yaml}\nrules: [{method: a.B.c, key: K}]"))
                .containsExactly("-Dlockgraft.redis.password: redis: has no effect, because 'config' names a whole"
                        + " configuration");
    }

    private static String unescaped(String text) {
        return text.replace("\\r", "\r").replace("\\n", "\n");
    }
}
