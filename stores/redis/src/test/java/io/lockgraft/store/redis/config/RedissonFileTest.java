package io.lockgraft.store.redis.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.config.Config;

/** A Redisson file is judged without Redisson, and none of its values is told. */
class RedissonFileTest {
    private static final String SINGLE = "singleServerConfig:\n  address: \"redis://127.0.0.1:6379\"\n";

    private final Map<String, String> variables = new HashMap<>();

    @TempDir
    Path folder;

    @Test
    void everyMistakeIsToldAtItsPlace() throws IOException {
        assertThat(problems("""
                        singleServerConfig:
                          adress: "redis://127.0.0.1:6379"
                          nettyThreads: 3
                          masterName: shop
                          timeout: 3s
                          keepAlive: maybe
                          sslProvider: jdk
                          clientName: {a: b}
                          sslProtocols: TLSv1.3
                          retryDelay: 100
                          loadbalancer: x
                          database:
                        thread: 4
                        singelServerConfig: {address: x}
                        """))
                .containsExactly(
                        "2:3: singleServerConfig: unknown setting 'adress'; did you mean 'address'?",
                        "3:3: singleServerConfig: unknown setting 'nettyThreads'; it belongs at the top of the file",
                        "4:3: singleServerConfig: unknown setting 'masterName'; it belongs in 'sentinelServersConfig'",
                        "5:12: singleServerConfig: timeout: a whole number is expected",
                        "6:14: singleServerConfig: keepAlive: true or false is expected",
                        "7:16: singleServerConfig: sslProvider: it is JDK or OPENSSL",
                        "8:15: singleServerConfig: clientName: a single value is expected; a text that begins with [ or"
                                + " { needs quotes",
                        "9:17: singleServerConfig: sslProtocols: a list is expected, as [one, two]",
                        "10:15: singleServerConfig: retryDelay: a class is expected, as !<org.redisson...> {}",
                        "11:3: singleServerConfig: unknown setting 'loadbalancer'; Redisson has no such setting here",
                        "12:12: singleServerConfig: database: has no value; write one, or leave the setting out",
                        "13:1: unknown setting 'thread'; did you mean 'threads'?",
                        "14:1: unknown setting 'singelServerConfig'; did you mean 'singleServerConfig' or"
                                + " 'sentinelServersConfig'?");
    }

    @Test
    void aFileWithoutServersOrWithSeveralSectionsIsRefused() throws IOException {
        assertThat(problems("threads: 3\n"))
                .containsExactly("1:1: no section says where the servers are; it needs singleServerConfig,"
                        + " sentinelServersConfig, clusterServersConfig, replicatedServersConfig or"
                        + " masterSlaveServersConfig");
        assertThat(problems(SINGLE + "clusterServersConfig:\n  nodeAddresses: [\"redis://a:1\"]\n"))
                .containsExactly("1:1: one section says where the servers are, not several: singleServerConfig and"
                        + " clusterServersConfig");
        assertThat(problems("sentinelServersConfig:\n  scanInterval: 3\n"))
                .containsExactly(
                        "2:3: sentinelServersConfig: 'masterName' is missing",
                        "2:3: sentinelServersConfig: 'sentinelAddresses' is missing");
        assertThat(problems(" \n")).containsExactly("1:1: the file is empty; it needs a section as singleServerConfig");
        assertThat(problems("- a\n"))
                .containsExactly("1:1: a Redisson configuration is a mapping with a section as singleServerConfig");
        assertThat(problems(SINGLE + "---\na: b\n"))
                .containsExactly("3:1: a second document begins here; Redisson reads one, without '---'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password: \"s3cret",
                "password: s3cret: x",
                "\tpassword: s3cret",
                "password: @s3cret",
                "password: %s3cret",
                "password: *s3cret",
                "password: !s3cret x",
                "password: !s3cret",
                "password: !s3cret!x y",
                "password: {s3cret}",
                "password: [s3cret, b]",
                "password: a\n    s3cret: b",
                "pasword: s3cret",
                "timeout: s3cret",
                "sslTruststore: s3cret",
                "sslProvider: s3cret",
                "codec: s3cret",
                "nameMapper: !<s3cret> {}",
                "keepAlive: s3cret",
                "slaveAddresses: s3cret",
                "? [s3cret]\n  : x",
                "? s3cret",
                "s3cret",
                "password: &s3cret x\n  username: &s3cret y: z",
                "password: s\u0000s3cret",
            })
    @FailsWithout("`FormReader` and `ClientConfig#read` tell names and places of a Redisson file, and no value")
    void noValueIsTold(String line) throws IOException {
        List<String> told = problems("singleServerConfig:\n  address: \"redis://127.0.0.1:6379\"\n  " + line + "\n");
        List<String> flow = problems("singleServerConfig: {address: \"redis://a:1\", " + line.replace('\n', ' ') + "}");

        assertThat(told).isNotEmpty().noneMatch(each -> each.contains("s3cret"));
        assertThat(flow).noneMatch(each -> each.contains("s3cret"));
    }

    @Test
    void aClassThatDoesNotFitIsRefused() throws IOException {
        assertThat(problems("""
                        singleServerConfig: !<org.redisson.config.SingleServerConfig>
                          address: "redis://127.0.0.1:6379"
                          retryDelay: !<org.redisson.client.codec.StringCodec> {}
                          nameMapper: !<org.redisson.config.NoSuchMapper> {}
                        codec: !<java.lang.String> {}
                        nettyHook: !!org.redisson.config.ConstantDelay {delay: PT1S}
                        addressResolverGroupFactory: !<org.redisson.connection.AddressResolverGroupFactory> {}
                        """))
                .containsExactly(
                        "1:21: singleServerConfig: a class is named where settings are expected; delete the tag that"
                                + " begins with !",
                        "3:15: singleServerConfig: retryDelay: the class that it names is no"
                                + " org.redisson.config.DelayStrategy",
                        "4:15: singleServerConfig: nameMapper: the class that it names is not in Lockgraft, which sees"
                                + " none but Redisson's own",
                        "5:8: codec: the class that it names is no org.redisson.client.codec.Codec",
                        "6:12: nettyHook: the class that it names is no org.redisson.client.NettyHook",
                        "7:30: addressResolverGroupFactory: the class that it names is abstract; name one that can be"
                                + " made");
    }

    @Test
    void aPartOfAPasswordBehindACommaIsNotTakenForASetting() throws IOException {
        assertThat(problems("singleServerConfig: {address: \"redis://a:1\", password: s3cret,part}\n"))
                .containsExactly(
                        "1:63: singleServerConfig: this is no setting; a text with a comma, a colon or a bracket in"
                                + " it needs quotes");
    }

    @ParameterizedTest
    @CsvSource({"address: 127.0.0.1:6379", "address: redis://127.0.0.1", "address: \"me:s3cret@127.0.0.1:6379\""})
    void anAddressThatDoesNotReadIsNotShown(String address) throws IOException {
        assertThat(problems("singleServerConfig:\n  " + address + "\n"))
                .containsExactly("2:12: singleServerConfig: address: this is no address; write redis://host:6379, or"
                        + " rediss:// for TLS, with the port");
    }

    @Test
    void aVariableIsFilledInAsRedissonDoesAndPlacesAreThoseOfTheFile() throws IOException {
        variables.put("ADDRESS", "redis://a.host.with.a.long.name:6379");
        variables.put("PASSWORD", "\"s3cret");

        assertThat(problems("singleServerConfig: {address: \"${ADDRESS}\", timeout: ${T:-x}, tiemout: 1}\n"))
                .containsExactly(
                        "1:54: singleServerConfig: timeout: a whole number is expected",
                        "1:63: singleServerConfig: unknown setting 'tiemout'; did you mean 'timeout'?");
        assertThat(problems("singleServerConfig:\n  address: ${ADDRESS}\n  password: ${PASSWORD}\n"))
                .containsExactly("3:13: this is not YAML; the quote that begins here has no end");
        assertThat(problems("singleServerConfig:\n  address: ${ADDRESS}\n  timeout: ${NONE:-300}\n"))
                .isEmpty();
    }

    @Test
    void itsPasswordsAreKeptOutOfTheLog() throws IOException {
        variables.put("SENTINEL", "pw-of-sentinel");
        problems("""
                password: pw-at-the-top
                sslTruststorePassword: pw-of-trust
                sentinelServersConfig:
                  password: "pw-of-server"
                  sentinelPassword: ${SENTINEL}
                  sslKeystorePassword: pw-of-key
                  masterName: shop
                  sentinelAddresses: ["redis://me:pw%40of-address@127.0.0.1:1"]
                """);

        assertThat(Secrets.mask("pw-at-the-top, pw-of-trust, pw-of-server, pw-of-sentinel, pw-of-key, pw%40of-address,"
                        + " pw@of-address"))
                .isEqualTo("***, ***, ***, ***, ***, ***, ***");
    }

    @Test
    void aFileThatCannotBeReadIsAMistake() {
        assertThat(RedissonFile.problems(folder.toFile(), Environment.PROCESS))
                .singleElement()
                .asString()
                .startsWith(folder + ": this file cannot be read: ");
    }

    /** The other way about: what Redisson takes is never refused. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "  timeout: \"3000\"\n",
                "  timeout: 3_000\n",
                "  timeout: 0x10\n",
                "  timeout: +30\n",
                "  timeout: 1:30\n",
                "  keepAlive: yes\n",
                "  keepAlive: \"Off\"\n",
                "  password: null\n",
                "  password:\n",
                "  clientName: ~\n",
                "  password: 12345\n",
                "  password: 'a: {b} #c'\n",
                "  readonly: &x {}\n",
                "  sslProvider: \"JDK\"\n",
                "  retryDelay: !<org.redisson.config.ConstantDelay> {delay: PT1S}\n",
                "  nameMapper: null\n",
                "  sslProtocols: [TLSv1.3]\n",
                "  sslTruststore: \"file:/etc/trust.p12\"\n",
                "  sslTruststore: null\n",
                "  sslProvider: null\n",
                "  timeout: 1000\n  timeout: 2000\n",
                "  <<: {timeout: 1000}\n",
                "  password: &a b\n  username: *a\n",
                "clusterServersConfig: null\n",
                "codec: !<org.redisson.client.codec.StringCodec> {}\n",
                "nettyThreads: 0\nuseScriptCache: true\ntransportMode: NIO\nprotocol: RESP3\n",
                "valkeyCapabilities: [REDIRECT]\n",
                "# a comment\n",
                "---\n",
                "...\n",
                "  retryInterval: 1500\n",
                "  slaveNotUsed: true\n",
                "  timeout: 3.5\n",
                "  timeout: null\n",
                "  keepAlive: 1\n",
                "  sslProvider: jdk\n",
                "  sslTruststore: trust.p12\n",
                "  database: ${NO_SUCH_VARIABLE}\n",
            })
    void itIsAsGenerousAsRedissonAndNotMore(String more) throws IOException {
        String text = more.startsWith("---") ? more + SINGLE : SINGLE + more;
        boolean taken = isTaken(text);

        assertThat(problems(text)).as("taken by Redisson: " + taken).matches(told -> told.isEmpty() == taken);
    }

    private static boolean isTaken(String text) {
        try {
            return Config.fromYAML(text) != null;
        } catch (Exception refused) {
            return false;
        }
    }

    private List<String> problems(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("redisson.yaml"), text);
        List<Problem> problems = RedissonFile.problems(file.toFile(), new Environment() {
            @Override
            public String variable(String name) {
                return variables.get(name);
            }

            @Override
            public String property(String name) {
                return null;
            }
        });
        return problems.stream()
                .map(Problem::toString)
                .map(told -> told.substring(file.toString().length() + 1))
                .toList();
    }
}
