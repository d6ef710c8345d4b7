package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.RulesException;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.BundledStores;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Quick;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RulesFileTest {
    private static final String WHOLE = """
            namespace: shop
            redis:
              address: redis://127.0.0.1:6379
              username: shop
              password: secret
              database: 2
              timeout: 1s
            defaults: {wait: 10s, lease: 30s}
            rules:
              - name: pay-order
                method: com.shop.PayService.payOrder(PayDto)
                key: PAY:{dto.orderNo}
                lock: exclusive
                when: dto.amount > 0
                wait: 5s
                lease: 20s
                renew: false
                onBusy: {throw: com.shop.BusyException, message: "order {dto.orderNo} is being paid"}
                onUnavailable: {retry: {times: 3, backoff: 100ms..2s}, then: skip}
                onLost: warn
                onMissingKey: proceed
                failOpen: true
              - methods: ["com.shop.Stock.move(String, String)", com.shop.Stock.count]
                key: STOCK
                wait: forever
            """;

    @TempDir
    Path folder;

    @Test
    void everySettingOfAFileArrivesInItsRules() {
        Rules rules = Reads.with().rules(WHOLE);

        RedisSettings redis = Reads.redis(rules);
        assertThat(redis).hasToString("redis://127.0.0.1:6379");
        assertThat(redis.username()).isEqualTo("shop");
        assertThat(redis.password()).isEqualTo("secret");
        assertThat(redis.database()).isEqualTo(2);
        assertThat(redis.timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(redis.tls()).isNull();
        assertThat(redis).hasToString("redis://127.0.0.1:6379");

        Rule pay = rules.rules().get(0);
        assertThat(pay.name()).isEqualTo("pay-order");
        assertThat(pay.position()).hasToString("rules.yaml:10:5");
        assertThat(pay.methods()).hasToString("[com.shop.PayService.payOrder(PayDto)]");
        assertThat(pay.keys()).hasToString("[PAY:{dto.orderNo}]");
        assertThat(pay.namespace()).isEqualTo("shop");
        assertThat(pay.lock()).isEqualTo(LockKind.EXCLUSIVE);
        assertThat(pay.get(RuleSetting.WHEN)).hasToString("dto.amount > 0");
        assertThat(pay.get(RuleSetting.WAIT)).isEqualTo(Duration.ofSeconds(5));
        assertThat(pay.get(RuleSetting.LEASE)).isEqualTo(Duration.ofSeconds(20));
        assertThat(pay.get(RuleSetting.RENEW)).isFalse();
        assertThat(pay.failOpen()).isTrue();
        Outcome.ThrowOwn busy = (Outcome.ThrowOwn) pay.get(RuleSetting.ON_BUSY);
        assertThat(busy.exception()).isEqualTo("com.shop.BusyException");
        assertThat(busy.message()).hasToString("order {dto.orderNo} is being paid");
        Outcome.Retry unavailable = (Outcome.Retry) pay.get(RuleSetting.ON_UNAVAILABLE);
        assertThat(unavailable.times()).isEqualTo(3);
        assertThat(unavailable.firstPause()).isEqualTo(Duration.ofMillis(100));
        assertThat(unavailable.longestPause()).isEqualTo(Duration.ofSeconds(2));
        assertThat(unavailable.then()).isSameAs(Outcome.SKIP);
        assertThat(pay.get(RuleSetting.ON_MISSING_KEY)).isSameAs(Outcome.PROCEED);
    }

    @Test
    void whatARuleDoesNotSayComesFromTheDefaultsAndThenFromTheDocumentation() {
        Rules rules = Reads.with().rules(WHOLE);

        Rule stock = rules.rules().get(1);
        assertThat(stock.name()).isEqualTo("Stock.move");
        assertThat(stock.methods()).hasToString("[com.shop.Stock.move(String, String), com.shop.Stock.count]");
        assertThat(stock.get(RuleSetting.WAIT)).isEqualTo(Rule.FOREVER);
        assertThat(stock.get(RuleSetting.LEASE)).isEqualTo(Duration.ofSeconds(30));
        assertThat(stock.get(RuleSetting.RENEW)).isTrue();
        assertThat(stock.get(RuleSetting.WHEN)).isNull();
        assertThat(stock.get(RuleSetting.ON_BUSY)).isSameAs(Outcome.THROW);
        assertThat(stock.get(RuleSetting.ON_UNAVAILABLE)).isSameAs(Outcome.THROW);
        assertThat(stock.get(RuleSetting.ON_MISSING_KEY)).isSameAs(Outcome.THROW);
        assertThat(stock.failOpen()).isFalse();
        assertThat(Reads.with().rule().namespace()).isEqualTo("lockgraft");
        assertThat(Reads.with().rule().get(RuleSetting.WAIT)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void theStoreIsToldWhichJvmHoldsAKeyUnlessTheFileSaysNone() {
        String rest = "redis: {address: 'redis://h'}\nrules:\n  - {method: a.B.c, key: K}\n";

        assertThat(Reads.with().rules(rest).isNamed()).isTrue();
        assertThat(Reads.with().rules("identity: host\n" + rest).isNamed()).isTrue();
        assertThat(Reads.with().rules("identity: none\n" + rest).isNamed()).isFalse();
        assertThat(Reads.with().mistakes("identity: hots\n" + rest))
                .containsExactly("rules.yaml:1:11: identity: unknown 'hots'; did you mean 'host'?");
    }

    @Test
    void theMailboxIsOnAndInTheUsualPlacesUnlessTheFileOrAnOptionSaysOtherwise() {
        String rest = "redis: {address: 'redis://h'}\nrules:\n  - {method: a.B.c, key: K}\n";

        assertThat(Reads.with().rules(rest).manage().hasMailbox()).isTrue();
        assertThat(Reads.with().rules(rest).manage().folder()).isNull();
        assertThat(Reads.with()
                        .rules("manage: {mailbox: off}\n" + rest)
                        .manage()
                        .hasMailbox())
                .isFalse();
        assertThat(Reads.with()
                        .property("lockgraft.manage.mailbox", "off")
                        .rules(rest)
                        .manage()
                        .hasMailbox())
                .isFalse();
        assertThat(Reads.with()
                        .property("lockgraft.manage.folder", "/run/shop")
                        .rules("manage: {folder: /run/other}\n" + rest)
                        .manage()
                        .folder())
                .isEqualTo(new File("/run/shop"));
        assertThat(Reads.with().mistakes("manage: {folder: run, mailbx: off}\n" + rest))
                .containsExactlyInAnyOrder(
                        "rules.yaml:1:23: manage: unknown setting 'mailbx'; did you mean 'mailbox'?",
                        "rules.yaml:1:18: manage: folder: 'run' is no absolute path; the commands are started in other"
                                + " folders");
        assertThat(Reads.with().mistakes("manage: {mailbox: never}\n" + rest))
                .containsExactly("rules.yaml:1:19: manage: mailbox: unknown 'never'; it is on or off");
    }

    @Test
    void aRuleRequiresAMatchWhereItOrTheDefaultsOrTheFileSaySo() {
        assertThat(required("")).containsExactly(false, true);
        assertThat(required("requireMatch: true\n")).containsExactly(true, true);
        assertThat(required("requireMatch: true\ndefaults: {requireMatch: false}\n"))
                .containsExactly(false, true);
        assertThat(Reads.with()
                        .mistakes("requireMatch: yes\nredis: {address: 'redis://h'}\nrules:\n"
                                + "  - {method: a.B.c, key: K, requireMatch: 1m}"))
                .containsExactly(
                        "rules.yaml:1:15: requireMatch: 'yes' is neither true nor false; did you mean 'true'?",
                        "rules.yaml:4:43: rule 'B.c': requireMatch: '1m' is neither true nor false");
    }

    private static List<Boolean> required(String first) {
        return Reads.with()
                .rules(first + "redis: {address: 'redis://h'}\nrules:\n  - {method: a.B.c, key: K}\n"
                        + "  - {method: a.B.d, key: K, requireMatch: true}")
                .rules()
                .stream()
                .map(Rule::requiresMatch)
                .toList();
    }

    @Test
    @FailsWithout("`TreeReader#skip` gives up a file that is nested without end")
    void aFileThatIsNestedWithoutEndIsGivenUp() {
        String text = "redis: {address: 'redis://h'}\nrules:\n  - {method: a.B.c, key: K}\n";

        for (String open : List.of("[", "{a: ", "[\n")) {
            assertThat(Reads.with().mistakes(text + "  - " + open.repeat(200_000)))
                    .as("not read to its end, which is no YAML")
                    .last()
                    .asString()
                    .endsWith("too deeply nested; a rules file has no more than 12 levels");
        }
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheText() throws Exception {
        Path file = folder.resolve("rules.yaml");
        Files.writeString(file, "\uFEFF" + WHOLE);

        assertThat(RulesFile.read(file.toFile(), Reads.with(), BundledStores.providers())
                        .rules())
                .hasSize(2);
        assertThat(Reads.with().mistakes("\uFEFFrules"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("rules.yaml:1:1:");
    }

    @Test
    void aFileWithWindowsLineEndsReadsTheSame() {
        Rules rules = Reads.with().rules(WHOLE.replace("\n", "\r\n"));

        assertThat(rules.rules()).hasSize(2);
        assertThat(rules.rules().get(0).position()).hasToString("rules.yaml:10:5");
    }

    @Test
    void aFileThatIsNotThereIsAMistakeLikeAnyOther() {
        File file = folder.resolve("nowhere.yaml").toFile();

        assertThat(unreadable(file))
                .isEqualTo(file + ": the rules file cannot be read: there is no such file: " + file);
    }

    @Test
    void aRelativePathIsToldWithTheWorkingDirectory() {
        File file = new File("nowhere/rules.yaml");
        String here = new File("").getAbsolutePath();

        assertThat(unreadable(file))
                .isEqualTo(file + ": the rules file cannot be read: there is no such file: " + here
                        + "/nowhere/rules.yaml (the working directory is " + here + ")");
    }

    @Test
    void aFolderIsNoRulesFile() {
        File file = folder.toFile();

        assertThat(unreadable(file)).isEqualTo(file + ": the rules file cannot be read: it is a folder");
    }

    @Test
    void aFileThatThisProcessMayNotReadIsAMistakeToo() throws Exception {
        File file = new File(written(WHOLE, StandardCharsets.UTF_8).getPath()) {
            @Override
            public boolean canRead() {
                return false; // of a real file: not to root, whom the tests may be run by
            }
        };

        assertThat(unreadable(file)).isEqualTo(file + ": the rules file cannot be read: this process may not read it");
    }

    @Test
    void anotherEncodingIsNamedWithTheLineThatBetraysIt() throws Exception {
        assertThat(unreadable(written("# one\n# B\u00fcro\n", StandardCharsets.ISO_8859_1)))
                .endsWith(": the rules file cannot be read: line 2 is not UTF-8; save the file as UTF-8");
        assertThat(unreadable(written("\uFEFFrules", StandardCharsets.UTF_16LE)))
                .endsWith(": the rules file cannot be read: it is UTF-16; save it as UTF-8");
        assertThat(unreadable(written("\uFEFFrules", StandardCharsets.UTF_16BE)))
                .endsWith(": the rules file cannot be read: it is UTF-16; save it as UTF-8");
    }

    @Test
    void aFileOfManyMegabytesIsNotRead() throws Exception {
        assertThat(unreadable(written("#".repeat(16 * 1024 * 1024 + 1), StandardCharsets.UTF_8)))
                .endsWith(": the rules file cannot be read: it is larger than 16384 KB");
    }

    @Test
    void outcomesReadInEveryForm() {
        assertThat(Reads.with().rule("onBusy: throw").get(RuleSetting.ON_BUSY)).isSameAs(Outcome.THROW);
        assertThat(Reads.with().rule("onBusy: skip").get(RuleSetting.ON_BUSY)).isSameAs(Outcome.SKIP);
        assertThat(Reads.with().rule("onBusy: proceed").get(RuleSetting.ON_BUSY))
                .isSameAs(Outcome.PROCEED);
        assertThat(Reads.with().rule("onBusy: {call: payBusy}").get(RuleSetting.ON_BUSY))
                .isInstanceOfSatisfying(
                        Outcome.Call.class, c -> assertThat(c.method()).isEqualTo("payBusy"));
        assertThat(Reads.with().rule("onBusy: {throw: Busy}").get(RuleSetting.ON_BUSY))
                .isInstanceOfSatisfying(Outcome.ThrowOwn.class, t -> {
                    assertThat(t.exception()).isEqualTo("Busy");
                    assertThat(t.message()).isNull();
                });
        assertThat(Reads.with().rule("onBusy: {retry: {times: 2, backoff: 1s}}").get(RuleSetting.ON_BUSY))
                .isInstanceOfSatisfying(Outcome.Retry.class, r -> {
                    assertThat(r.firstPause()).isEqualTo(r.longestPause()).isEqualTo(Duration.ofSeconds(1));
                    assertThat(r.then()).isSameAs(Outcome.THROW);
                });
    }

    @Test
    void aValueToReturnHasTheTypeThatYamlGivesIt() {
        assertThat(returned("null")).isNull();
        assertThat(returned("~")).isNull();
        assertThat(returned("true")).isEqualTo(true);
        assertThat(returned("false")).isEqualTo(false);
        assertThat(returned("0")).isEqualTo(0);
        assertThat(returned("-7")).isEqualTo(-7);
        assertThat(returned("+7")).isEqualTo(7);
        assertThat(returned("4000000000")).isEqualTo(4_000_000_000L);
        assertThat(returned("99999999999999999999")).isEqualTo(new BigInteger("99999999999999999999"));
        assertThat(returned("1.5")).isEqualTo(new BigDecimal("1.5"));
        assertThat(returned("'0'")).isEqualTo("0");
        assertThat(returned("''")).isEqualTo("");
        assertThat(returned("busy")).isEqualTo("busy");
        assertThat(returned("1-2")).isEqualTo("1-2");
        assertThat(returned("'null'")).isEqualTo("null");
        assertThat(returned("${NUMBER}")).isEqualTo(42);
    }

    @Test
    void everyKindOfLockReads() {
        for (LockKind kind : LockKind.values()) {
            String permits = kind == LockKind.SEMAPHORE ? "permits: 3" : "";

            assertThat(Reads.with().rule("lock: " + kind.word(), permits).lock())
                    .isEqualTo(kind);
        }
        assertThat(Reads.with().rule("lock: semaphore", "permits: 3").get(RuleSetting.PERMITS))
                .isEqualTo(3);
        assertThat(Reads.with().rule("lock: fair").get(RuleSetting.PERMITS)).isEqualTo(1);
    }

    @Test
    void aHoldIsReadWithItsBoundsAndEachOfThemHasItsOwnDefault() {
        Rule whole = Reads.with().rule("hold: {atLeast: 1m, atMost: 5m, onExceeded: release}");
        Rule least = Reads.with().rule("hold: {atLeast: 50ms}");
        Rule none = Reads.with().rule();
        Rule mixed = Reads.with()
                .rules("redis: {address: 'redis://h'}\ndefaults: {hold: {atMost: 1h, onExceeded: interrupt}}\n"
                        + "rules: [{method: a.B.c, key: K, hold: {atLeast: 1s, onExceeded: warn}}]")
                .rules()
                .get(0);

        assertThat(whole.get(RuleSetting.HOLD_AT_LEAST)).isEqualTo(Duration.ofMinutes(1));
        assertThat(whole.get(RuleSetting.HOLD_AT_MOST)).isEqualTo(Duration.ofMinutes(5));
        assertThat(whole.get(RuleSetting.HOLD_ON_EXCEEDED)).isEqualTo(OnExceeded.RELEASE);
        assertThat(least.get(RuleSetting.HOLD_AT_LEAST)).isEqualTo(Duration.ofMillis(50));
        assertThat(least.get(RuleSetting.HOLD_AT_MOST)).isNull();
        assertThat(none.get(RuleSetting.HOLD_AT_LEAST)).isEqualTo(Duration.ZERO);
        assertThat(none.get(RuleSetting.HOLD_AT_MOST)).isNull();
        assertThat(none.get(RuleSetting.HOLD_ON_EXCEEDED)).isEqualTo(OnExceeded.WARN);
        assertThat(mixed.get(RuleSetting.HOLD_AT_LEAST)).isEqualTo(Duration.ofSeconds(1));
        assertThat(mixed.get(RuleSetting.HOLD_AT_MOST)).isEqualTo(Duration.ofHours(1));
        assertThat(mixed.get(RuleSetting.HOLD_ON_EXCEEDED)).isEqualTo(OnExceeded.WARN);
    }

    @Test
    void aHoldEndsWithTheWorkStrictlyOrWithTheMethod() {
        assertThat(Reads.with().rule().until()).isSameAs(Until.WORK);
        assertThat(Reads.with().rule("hold: {until: work}").until()).isSameAs(Until.WORK);
        assertThat(Reads.with().rule("hold: {until: {work: strict}}").until()).isSameAs(Until.STRICT);
        assertThat(Reads.with().rule("hold: {until: return}").until()).isSameAs(Until.RETURN);
    }

    @Test
    void aBoundOfTheHoldAsLongAsTheLeaseGoesWithALockThatIsNotRenewed() {
        Rule hold = Reads.with()
                .rule("renew: false", "lease: 20s", "hold: {atLeast: 20s, atMost: 20s, onExceeded: interrupt}");

        assertThat(hold.get(RuleSetting.HOLD_AT_MOST)).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void whatHappensToALostLockReads() {
        assertThat(Reads.with().rule().get(RuleSetting.ON_LOST)).isEqualTo(OnLost.WARN);
        assertThat(Reads.with().rule("onLost: interrupt").get(RuleSetting.ON_LOST))
                .isEqualTo(OnLost.INTERRUPT);
        assertThat(Reads.with().rule("onLost: throw").get(RuleSetting.ON_LOST)).isEqualTo(OnLost.THROW);
    }

    @Test
    void theTargetOfAFenceTokenReads() {
        assertThat(Reads.with().rule("lock: fenced").get(RuleSetting.FENCE)).isNull();
        assertThat(Reads.with()
                        .rule("lock: fenced", "fence: {set: order.version}")
                        .get(RuleSetting.FENCE))
                .hasToString("order.version");
        assertThat(Reads.with()
                        .rule("lock: fenced", "fence: {set: 'this.orders[0]?.fence'}")
                        .get(RuleSetting.FENCE))
                .hasToString("this.orders[0]?.fence");
    }

    @Test
    void severalKeysReadForEveryKindOfLock() {
        assertThat(Reads.with().rule("keys: ['STOCK:{from}', 'STOCK:{to}']").keys())
                .hasToString("[STOCK:{from}, STOCK:{to}]");
        assertThat(Reads.with()
                        .rule("keys: ['STOCK:{lines[*].sku}', SHOP]", "lock: semaphore", "permits: 2")
                        .keys())
                .hasToString("[STOCK:{lines[*].sku}, SHOP]");
    }

    @Test
    void everyTopologyReads() {
        assertThat(topology("address: 'redis://one'").kind).isEqualTo(Topology.Kind.SINGLE);
        Topology sentinel = topology("sentinel: {master: shop, addresses: ['redis://one:26379', 'redis://two:26379']}");
        assertThat(sentinel.kind).isEqualTo(Topology.Kind.SENTINEL);
        assertThat(sentinel.name).isEqualTo("shop");
        assertThat(sentinel.addresses).containsExactly("redis://one:26379", "redis://two:26379");
        assertThat(sentinel).hasToString("sentinel shop [redis://one:26379, redis://two:26379]");
        Topology cluster = topology("cluster: {addresses: ['redis://one']}, database: 0");
        assertThat(cluster.kind).isEqualTo(Topology.Kind.CLUSTER);
        assertThat(cluster).hasToString("cluster [redis://one:6379]");
        assertThat(topology("replicated: {addresses: ['rediss://one', 'rediss://two']}").kind)
                .isEqualTo(Topology.Kind.REPLICATED);
        assertThat(topology("quorum: ['redis://one', 'redis://two', 'redis://three']"))
                .hasToString("quorum [redis://one:6379, redis://two:6379, redis://three:6379]");
    }

    @Test
    void whatGoesBesideAnAddressGoesBesideSeveralServersToo() {
        RedisSettings redis = redis("cluster: {addresses: ['redis://one']}, username: shop, password: secret,"
                + " timeout: 1s, replicas: 2, notify: poll");

        assertThat(redis.username()).isEqualTo("shop");
        assertThat(redis.password()).isEqualTo("secret");
        assertThat(redis.timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(redis.replicas()).isEqualTo(2);
        assertThat(redis.polls()).isTrue();
        assertThat(redis.topology().kind).isNotEqualTo(Topology.Kind.SINGLE);
        assertThat(redis.position()).hasToString("rules.yaml:1:9");
        assertThat(redis("address: 'redis://one'").replicas()).isZero();
        assertThat(redis("address: 'redis://one'").polls()).isFalse();
    }

    @Test
    void aQuorumHasSettingsForEachOfItsServers() {
        List<RedisSettings> members = redis("quorum: ['redis://one', 'redis://two', 'redis://three'], password: secret,"
                        + " database: 3, notify: poll, replicas: 0")
                .members();

        assertThat(members)
                .extracting(RedisSettings::toString)
                .containsExactly("redis://one:6379", "redis://two:6379", "redis://three:6379");
        assertThat(members).extracting(RedisSettings::password).containsOnly("secret");
        assertThat(members).extracting(RedisSettings::database).containsOnly(3);
        assertThat(members).extracting(RedisSettings::polls).containsOnly(true);
    }

    @Test
    void anAddressAsAnOptionTakesThePlaceOfSeveralServers() {
        RedisSettings redis = Reads.redis(Reads.with()
                .property("lockgraft.redis.address", "redis://here")
                .rules("redis: {quorum: ['redis://one', 'redis://two', 'redis://three']}\n"
                        + "rules: [{method: a.B.c, key: K, lock: semaphore, permits: 1001}]"));

        assertThat(redis.topology()).hasToString("redis://here:6379");
    }

    @Test
    void oneKeyInAListIsOneKey() {
        assertThat(Reads.with().rule("keys: ['PAY:{dto.orderNo}']").keys()).hasToString("[PAY:{dto.orderNo}]");
    }

    @Test
    void whatIsDoneAnywayMayBeWritten() {
        Rules rules = Reads.with()
                .rules("redis: {address: 'redis://h', notify: subscribe, connect: late}\n"
                        + "rules: [{method: a.B.c, key: K, lock: exclusive, onLost: warn}]");

        assertThat(rules.rules()).hasSize(1);
    }

    @Test
    void anAddressHasAPortEvenWhereTheFileLeavesItOut() {
        assertThat(address("redis://localhost")).isEqualTo("redis://localhost:6379");
        assertThat(address("redis://localhost/")).isEqualTo("redis://localhost:6379");
        assertThat(address("rediss://redis.shop.local:7000")).isEqualTo("rediss://redis.shop.local:7000");
        assertThat(address("redis://[::1]")).isEqualTo("redis://[::1]:6379");
        assertThat(address("redis://[::1]:7000")).isEqualTo("redis://[::1]:7000");
        assertThat(address("redis://redis_master:1")).isEqualTo("redis://redis_master:1");
    }

    @Test
    void trustIsReadWithPathsBesideTheRulesFile() throws Exception {
        File store = Files.createFile(folder.resolve("trust.p12")).toFile();
        Rules rules = Reads.with()
                .file(folder.resolve("rules.yaml").toString())
                .rules("redis:\n  address: rediss://h\n  tls: {truststore: trust.p12, truststorePassword: a,"
                        + " keystore: '" + store + "', keystorePassword: b, verifyHostname: false}\n"
                        + "rules: [{method: a.B.c, key: K}]");

        TlsSettings tls = Reads.redis(rules).tls();
        assertThat(tls.truststore).isEqualTo(store);
        assertThat(tls.truststorePassword).isEqualTo("a");
        assertThat(tls.keystore).isEqualTo(store);
        assertThat(tls.keystorePassword).isEqualTo("b");
        assertThat(tls.verifyHostname).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"address: rediss://h, tls: {truststore: ", "config: "})
    void aFileThatTheRulesNameAndThisProcessMayNotReadIsAMistake(String setting) throws Exception {
        File store = Files.createFile(folder.resolve("trust.p12")).toFile();
        assertThat(store.setReadable(false)).isTrue();
        if (store.canRead()) {
            System.out.println("==== SKIPPED: a file that this process may not read, which root may always");
            abort("root may read every file");
        }

        assertThat(Reads.with()
                        .file(folder.resolve("rules.yaml").toString())
                        .mistakes("redis: {" + setting + "trust.p12" + (setting.contains("tls") ? "}" : "")
                                + "}\nrules: [{method: a.B.c, key: K}]"))
                .singleElement()
                .asString()
                .endsWith("'trust.p12' cannot be read by this process; it is looked for beside the rules file");
    }

    @Test
    void aWholeConfigurationIsAPathBesideTheRulesFile() throws Exception {
        File config = Files.writeString(folder.resolve("redisson.yaml"), "singleServerConfig: {address: 'redis://h:1'}")
                .toFile();
        Rules rules = Reads.with()
                .file(folder.resolve("rules.yaml").toString())
                .rules("redis: {config: redisson.yaml}\nrules: [{method: a.B.c, key: K}]");

        assertThat(new File(Reads.redis(rules).topology().name)).isEqualTo(config);
        assertThat(Reads.redis(rules).topology().kind).isEqualTo(Topology.Kind.CONFIG);
        assertThat(Reads.redis(rules).toString()).endsWith("redisson.yaml");
    }

    @Test
    void theMistakesOfAWholeConfigurationStandBehindThoseOfTheRules() throws Exception {
        String text = "redis: {config: redisson.yaml}\nrules: [{method: a.B.c, keyy: K}]";

        assertThatThrownBy(() -> withConfiguration(text))
                .hasMessageMatching(
                        "(?s).*/rules.yaml:2:\\d+: .*'keyy'.*\n[^\n]*/redisson.yaml:1:22: singleServerConfig: "
                                + "unknown setting .*");
    }

    @Test
    void theMistakesOfAWholeConfigurationFailOpenAsOthersDo() throws Exception {
        Rules rules =
                withConfiguration("failOpen: true\nredis: {config: redisson.yaml}\nrules: [{method: a.B.c, key: K}]");

        assertThat(rules.tolerated())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .startsWith("singleServerConfig: unknown setting 'adress'");
        assertThat(rules.rules()).isEmpty();
        assertThat(Reads.redis(rules)).isNull();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeIsNoSecretFileForItMayNeverEnd() throws Exception {
        Path pipe = folder.resolve("secret");
        Quick.leaveOut("mkfifo");
        if (!isMade(pipe)) {
            abort("this system has no mkfifo");
        }

        assertThat(Reads.with()
                        .mistakes("redis: {address: \"redis://localhost\", password: \"${file:" + pipe
                                + "}\"}\nrules: [{method: a.B.c, key: K}]"))
                .containsExactly("rules.yaml:1:50: redis: password: the secret file '" + pipe
                        + "' cannot be read: it is a pipe or a device, which may never end; copy it to a file");
        assertThat(unreadable(pipe.toFile()))
                .isEqualTo(pipe + ": the rules file cannot be read: it is a pipe or a device, which may never end;"
                        + " copy it to a file");
    }

    private static boolean isMade(Path pipe) throws InterruptedException {
        try {
            return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }

    private Rules withConfiguration(String text) throws Exception {
        Files.writeString(folder.resolve("redisson.yaml"), "singleServerConfig: {adress: 'redis://h:1'}");
        String rules = folder.resolve("rules.yaml").toString();
        return RulesFile.parse(rules, text, Reads.with(), BundledStores.providers());
    }

    @Test
    void aRuleThatFailsOpenIsLeftOutWithAWarning() {
        Rules rules = Reads.with()
                .rules("redis: {address: 'redis://h'}\nrules:\n"
                        + "  - {name: one, method: a.B.c, key: K, lease: 5, failOpen: true}\n"
                        + "  - {name: two, method: a.B.d, key: K}");

        assertThat(rules.rules()).extracting(Rule::name).containsExactly("two");
        assertThat(rules.tolerated())
                .extracting(Problem::toString)
                .containsExactly("rules.yaml:3:47: rule 'one': lease: '5' has no unit; add one, as in 10s or 500ms");
    }

    @Test
    void aRuleThatFailsClosedStopsAFileThatFailsOpen() {
        assertThat(Reads.with()
                        .mistakes("failOpen: true\nredis: {address: 'redis://h'}\nrules:\n"
                                + "  - {name: one, method: a.B.c, key: K, lease: 5, failOpen: false}"))
                .containsExactly("rules.yaml:4:47: rule 'one': lease: '5' has no unit; add one, as in 10s or 500ms");
    }

    @Test
    void aFileThatFailsOpenKeepsItsGoodRules() {
        Rules rules = Reads.with()
                .rules("failOpen: true\nredis: {address: 'redis://h'}\nrules:\n"
                        + "  - {name: one, method: a.B.c, key: K, lease: 5}\n"
                        + "  - {name: two, method: a.B.d, key: K}");

        assertThat(rules.rules()).extracting(Rule::name).containsExactly("two");
        assertThat(rules.rules().get(0).failOpen()).isTrue();
        assertThat(rules.tolerated()).hasSize(1);
    }

    @Test
    void aMistakeOutsideTheRulesLeavesNoneOfThemWhereTheFileFailsOpen() {
        Rules rules =
                Reads.with().rules("failOpen: true\nredis: {adress: 'redis://h'}\nrules: [{method: a.B.c, key: K}]");

        assertThat(rules.rules()).isEmpty();
        assertThat(Reads.redis(rules)).isNull();
        assertThat(rules.tolerated()).hasSize(1);
    }

    @Test
    void aFileThatIsNotYamlFailsOpenByTheOption() {
        Rules rules = Reads.with().property("lockgraft.failOpen", "true").rules("rules: [");

        assertThat(rules.rules()).isEmpty();
        assertThat(rules.failOpen()).isTrue();
        assertThat(rules.tolerated()).hasSize(1);
    }

    private static RedisSettings redis(String written) {
        return Reads.redis(Reads.with().rules("redis: {" + written + "}\nrules: [{method: a.B.c, key: K}]"));
    }

    private static Topology topology(String written) {
        return redis(written).topology();
    }

    private static String address(String written) {
        return redis("address: '" + written + "'").toString();
    }

    private static Object returned(String written) {
        Outcome outcome = Reads.with()
                .variable("NUMBER", "42")
                .rule("onBusy:\n  return: " + written)
                .get(RuleSetting.ON_BUSY);
        return ((Outcome.Return) outcome).value();
    }

    private File written(String text, Charset charset) throws IOException {
        return Files.write(folder.resolve("written.yaml"), text.getBytes(charset))
                .toFile();
    }

    private static String unreadable(File file) {
        try {
            RulesFile.read(file, Reads.with(), BundledStores.providers());
            throw new AssertionError(file + " was read");
        } catch (RulesException e) {
            return e.getMessage();
        }
    }

    @Test
    void aHandoffIsOffOrHasBounds() {
        Handoff off = Reads.with().rule("handoff: off").handoff();
        Handoff bounds = Reads.with().rule("handoff: {max: 10, for: 200ms}").handoff();
        Handoff ofFair = Reads.with()
                .rules("redis: {address: 'redis://h'}\ndefaults: {handoff: {max: 10}}\n"
                        + "rules: [{method: a.B.c, key: K, lock: fair}]")
                .rules()
                .get(0)
                .handoff();

        assertThat(off.max()).isZero();
        assertThat(bounds.max()).isEqualTo(10);
        assertThat(bounds.within()).isEqualTo(Duration.ofMillis(200));
        assertThat(ofFair.max()).as("a default is for the rules that it fits").isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"exclusive, 2000", "write, 2000", "read, 2000", "fenced, 64"})
    void aBoundOfTheHandoffThatIsNotWrittenIsThatOfTheKind(String kind, int max) {
        Handoff usual = Reads.with().rule("lock: " + kind).handoff();
        Handoff on = Reads.with().rule("lock: " + kind, "handoff: on").handoff();
        Handoff within =
                Reads.with().rule("lock: " + kind, "handoff: {for: 1s}").handoff();
        Handoff most = Reads.with().rule("lock: " + kind, "handoff: {max: 999}").handoff();

        assertThat(usual.max()).isEqualTo(max);
        assertThat(usual.within()).isEqualTo(Duration.ofMillis(50));
        assertThat(on.max()).isEqualTo(max);
        assertThat(on.within()).isEqualTo(Duration.ofMillis(50));
        assertThat(within.max()).isEqualTo(max);
        assertThat(within.within()).isEqualTo(Duration.ofSeconds(1));
        assertThat(most.max()).isEqualTo(999);
        assertThat(most.within()).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void aHandoffAmongTheDefaultsIsReadForTheKindOfEachRule() {
        assertThat(handoffs("{max: 500}", "lock: exclusive", "lock: fenced")).containsExactly(500, 500);
        assertThat(handoffs("{for: 1s}", "lock: exclusive", "lock: fenced")).containsExactly(2000, 64);
        assertThat(handoffs("on", "lock: exclusive", "lock: fenced")).containsExactly(2000, 64);
        assertThat(handoffs("off", "lock: fenced", "lock: fenced, handoff: on")).containsExactly(0, 64);
        assertThat(handoffs("{max: 500}", "lock: fenced, handoff: {for: 1s}"))
                .as("a rule's own stands in place of the whole default")
                .containsExactly(64);
    }

    /** Each rule's {@code max}. */
    private static List<Integer> handoffs(String ofAll, String... rules) {
        StringBuilder text =
                new StringBuilder("redis: {address: 'redis://h'}\ndefaults: {handoff: " + ofAll + "}\nrules:\n");
        for (int i = 0; i < rules.length; i++) {
            text.append("- {method: a.B.m")
                    .append(i)
                    .append(", key: K, ")
                    .append(rules[i])
                    .append("}\n");
        }
        return Reads.with().rules(text.toString()).rules().stream()
                .map(rule -> rule.handoff().max())
                .toList();
    }

    @Test
    void aGrantLingersWhereARuleOrTheDefaultsSaySo() {
        List<Rule> rules = Reads.with()
                .rules("redis: {address: 'redis://h'}\ndefaults: {linger: 20ms}\nrules:\n"
                        + "- {method: a.B.c, key: K}\n"
                        + "- {method: a.B.d, key: K, linger: 0}\n"
                        + "- {method: a.B.e, keys: [K, L], lock: fair}")
                .rules();

        assertThat(Reads.with().rule("wait: 5s").get(RuleSetting.LINGER)).isZero();
        assertThat(Reads.with().rule("linger: 1m").get(RuleSetting.LINGER)).isEqualTo(Duration.ofMinutes(1));
        assertThat(rules.get(0).get(RuleSetting.LINGER)).isEqualTo(Duration.ofMillis(20));
        assertThat(rules.get(1).get(RuleSetting.LINGER)).isZero();
        assertThat(rules.get(2).get(RuleSetting.LINGER))
                .as("a default is for the rules that it fits")
                .isEqualTo(Duration.ofMillis(20));
    }
}
