package io.lockgraft.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.rules.Rules;
import io.lockgraft.rules.read.RulesFile;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.spi.text.Printable;
import io.lockgraft.store.BundledStores;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Quick;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The commands that ask the stores of a rules file who holds a key, and take it away. */
@Timeout(120)
final class LocksTest {
    private static final String RULES =
            "rules: [{name: pay, method: com.shop.Pay.pay(String), key: 'PAY:{p0}', lease: 30s}]\n";

    private static RedisServer redis;

    @TempDir
    Path folder;

    private Terminal terminal;
    private final List<LockStore> stores = new ArrayList<>();

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        if (redis != null) { // the quick form starts none
            redis.close();
        }
    }

    @BeforeEach
    void openTerminal() {
        terminal = new Terminal(folder);
        redis.command("FLUSHALL");
    }

    @AfterEach
    void closeStores() {
        stores.forEach(LockStore::close);
    }

    private String onRedis() {
        return terminal.rules("namespace: shop\nredis: {address: '" + redis.address() + "'}\n" + RULES);
    }

    /** A store of the file, as an application has it. */
    private LockStore store(String file, String name) throws Exception {
        Rules rules = RulesFile.read(new File(file), Environment.PROCESS, BundledStores.providers(), null);
        LockStore store = rules.stores().get(name).open(new TestContext());
        stores.add(store);
        return store;
    }

    private static Grant hold(LockStore store, String key, long leaseMillis) throws Exception {
        return hold(store, LockKind.EXCLUSIVE, key, leaseMillis);
    }

    private static Grant hold(LockStore store, LockKind kind, String key, long leaseMillis) throws Exception {
        long now = System.nanoTime();
        Request request = new Request(
                kind,
                1,
                Collections.singletonList(key),
                TestContext.newJvm().newOwner("pay", "worker-7"),
                leaseMillis,
                now + SECONDS.toNanos(20),
                now);
        return store.acquire(request).answer().get(30, SECONDS).grant();
    }

    private static Renewal renew(LockStore store, Grant grant) throws Exception {
        return store.renew(Collections.singletonList(grant)).get(0).get(20, SECONDS);
    }

    private static String owner(Grant grant) {
        return grant.request().owner().text();
    }

    /** As the column HELD BY has it. */
    private static String holder(Grant grant) {
        return grant.request().owner().jvm().name();
    }

    @Test
    void aKeyIsShownWithItsHolderAndTheCommandThatTakesItAway() throws Exception {
        String file = onRedis();
        LockStore store = store(file, "");
        Grant held = hold(store, "shop:PAY:4 2", 30_000);
        assertThat(renew(store, held).isHeld()).isTrue();
        await().until(() -> !redis.keys("*#told*").isEmpty());

        for (String key : new String[] {"PAY:4 2", "shop:PAY:4 2"}) {
            assertThat(terminal.run("locks", file, key)).as(terminal.err()).isZero();

            assertThat(terminal.out().lines().toList()).hasSize(2);
            assertThat(terminal.out())
                    .containsPattern("^KEY +HELD BY +FOR +LEASE +RULE")
                    .containsPattern(
                            "(?m)^shop:PAY:4 2  " + holder(held) + ", worker-7 +[0-9]+ m?s  [0-9]+ s left  pay$");
            assertThat(terminal.err())
                    .contains("unlock " + file + " 'shop:PAY:4 2' " + owner(held) + System.lineSeparator());
        }
    }

    @Test
    @FailsWithout("`StoreLocks#questions` names the JVM where an entry has no time")
    void ofAKeyThatWasNotRenewedYetTheJvmIsNamedThatCanBeAsked() throws Exception {
        String file = onRedis();
        LockStore store = store(file, "");
        Grant held = hold(store, "shop:PAY:4 2", 30_000);
        int colon = holder(held).lastIndexOf(':');
        String question = "which thread, since when, on " + holder(held).substring(0, colon)
                + ": java -jar lockgraft.jar locks " + holder(held).substring(colon + 1) + " 'shop:PAY:4 2'";

        assertThat(terminal.run("locks", file, "PAY:4 2")).as(terminal.err()).isZero();

        assertThat(terminal.out()).containsPattern("(?m)^shop:PAY:4 2  " + holder(held) + " +-  [0-9]+ s left  -$");
        assertThat(terminal.err().lines()).first().isEqualTo(question);
        assertThat(renew(store, held).isHeld()).isTrue();
        await().until(() -> !redis.keys("*#told*").isEmpty());
        assertThat(terminal.run("locks", file, "PAY:4 2")).isZero();
        assertThat(terminal.err()).doesNotContain("which thread").contains("take it away: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-key", "--json", "@file", "it's", "A\\nB", "A\nB\u202e", "two  words"})
    @FailsWithout("`Takeaway#words` puts -- before words that look like options")
    @FailsWithout("`PrintedName#meant` reads the escapes of a printed key")
    void thePrintedCommandTakesAwayWhateverTheKeyLooksLike(String key) throws Exception {
        String file = terminal.rules("namespace: ''\nredis: {address: '" + redis.address() + "'}\n" + RULES);
        Grant held = hold(store(file, ""), key, 10_000);
        assertThat(terminal.run("locks", file, "--", Printable.of(key))).isZero();
        assertThat(terminal.out()).contains(holder(held));
        String command = terminal.err()
                .lines()
                .filter(each -> each.startsWith("take it away: java -jar lockgraft.jar "))
                .findFirst()
                .orElseThrow();

        int exit = terminal.run(words(command.substring("take it away: java -jar lockgraft.jar ".length())));

        assertThat(exit).as(terminal.err()).isZero();
        assertThat(terminal.out()).startsWith(Printable.of(key) + " was taken away from " + owner(held));
        assertThat(terminal.run("locks", file, "--", Printable.of(key))).isZero();
        assertThat(terminal.out()).startsWith(Printable.of(key) + " is free");
    }

    @Test
    @FailsWithout("`StoreLocks#ofName` asks for the semaphore of a key, too")
    void aSemaphoreIsShownAndTakenAwayByTheKeyOfItsRule() throws Exception {
        String file = onRedis();
        Grant held = hold(store(file, ""), LockKind.SEMAPHORE, "shop:PAY:1:permits", 30_000);

        for (String key : new String[] {"PAY:1", "shop:PAY:1", "PAY:1:permits"}) {
            assertThat(terminal.run("locks", file, key)).as(terminal.err()).isZero();
            assertThat(terminal.out().lines().toList()).hasSize(2);
            assertThat(terminal.out()).containsPattern("(?m)^shop:PAY:1:permits  " + holder(held));
        }
        assertThat(terminal.run("unlock", file, "PAY:1", owner(held), "--while-alive"))
                .as(terminal.err())
                .isZero();
        assertThat(terminal.out()).startsWith("shop:PAY:1:permits was taken away from " + owner(held));
        assertThat(terminal.run("locks", file, "PAY:1")).isZero();
        assertThat(terminal.out()).startsWith("shop:PAY:1 is free");
    }

    /** As a shell reads them. */
    private static String[] words(String command) throws Exception {
        Quick.leaveOut("shell");
        Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\n' " + command)
                .redirectErrorStream(true)
                .start();
        String read = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(read).isZero();
        return read.split("\n");
    }

    @Test
    @FailsWithout("`Main#run` reads no file that an argument names by an @")
    void aKeyThatBeginsWithAnAtIsNoFileOfArguments() throws Exception {
        String key = "@" + Files.writeString(folder.resolve("words"), "PAY:1");

        assertThat(terminal.run("locks", onRedis(), key)).isZero();
        assertThat(terminal.out()).startsWith("shop:" + key + " is free");
    }

    @Test
    void aFreeKeyIsToldAsFree() {
        String file = onRedis();

        assertThat(terminal.run("locks", file, "PAY:1")).isZero();
        assertThat(terminal.out()).startsWith("shop:PAY:1 is free: nobody holds it in store (" + redis.address() + ")");
    }

    @Test
    void withoutAKeyAllKeysOfTheNamespaceAreShown() throws Exception {
        String file = onRedis();
        LockStore store = store(file, "");
        hold(store, "shop:PAY:1", 30_000);
        hold(store, "shop:PAY:2", 30_000);
        hold(store, "other:PAY:3", 30_000);

        assertThat(terminal.run("locks", file)).as(terminal.err()).isZero();

        assertThat(terminal.out().lines().map(each -> each.split(" ")[0]))
                .containsExactlyInAnyOrder("KEY", "shop:PAY:1", "shop:PAY:2");
        assertThat(terminal.err())
                .containsPattern("looking through [0-9]+ entries of store \\(" + redis.address() + "\\)");
    }

    @Test
    void jsonTellsTheSameAndNullForWhatIsNotKnown() throws Exception {
        String file = onRedis();
        Grant held = hold(store(file, ""), "shop:PAY:1", 30_000);

        assertThat(terminal.run("locks", file, "--json")).isZero();

        Map<String, Object> json = new Yaml().load(terminal.out());
        Map<?, ?> lock = (Map<?, ?>) ((List<?>) json.get("locks")).get(0);
        assertThat(lock.get("key")).isEqualTo("shop:PAY:1");
        assertThat(lock.get("owner")).isEqualTo(owner(held));
        assertThat(lock.get("holder")).isEqualTo(holder(held));
        assertThat(lock.containsKey("rule")).isTrue();
        assertThat(lock.get("rule")).isNull();
        assertThat((Integer) lock.get("leftMillis")).isBetween(1, 30_000);
        assertThat((List<?>) json.get("failures")).isEmpty();
    }

    @Test
    @FailsWithout("`LocksReport#ofAll` asks before it looks through more than a million entries")
    void moreThanAMillionEntriesAreLookedThroughOnlyWhereThatIsMeant() throws Exception {
        String file = onRedis();
        Grant held = hold(store(file, ""), "shop:PAY:1", 120_000);
        String fill = "for i = 1, 100000 do redis.call('set', ARGV[1] .. ':' .. i, '') end";
        for (int part = 0; part < 10; part++) {
            redis.command("EVAL", fill, "0", "part" + part);
        }

        assertThat(terminal.run("locks", file)).isEqualTo(2);
        assertThat(terminal.err())
                .contains("not looked through 1,000,001 entries")
                .contains("--yes");
        assertThat(terminal.out()).isEmpty();

        assertThat(terminal.run("locks", file, "--yes")).as(terminal.err()).isZero();
        assertThat(terminal.out()).contains(holder(held));
    }

    @Test
    void aMissingRightIsToldWithItsCure() throws Exception {
        redis.command("ACL", "SETUSER", "few", "on", ">enough-for-few", "~*", "&*", "+@all", "-scan", "-dbsize");
        String file = terminal.rules("namespace: shop\nredis: {address: '" + redis.address()
                + "', username: few, password: enough-for-few}\n" + RULES);

        assertThat(terminal.run("locks", file)).isEqualTo(1);
        assertThat(terminal.err()).contains("dbsize").contains("give this user the rights of docs/stores/redis.md");
        assertThat(terminal.run("locks", file, "PAY:1")).isZero();
    }

    @Test
    void eachStoreIsAskedAndOneThatIsDownHidesNotTheOthers() throws Exception {
        String file = terminal.rules("""
                namespace: shop
                stores:
                  fast: {redis: {address: '%s'}}
                  gone: {redis: {address: 'redis://127.0.0.1:%d'}}
                  here: {memory: {}}
                rules:
                  - {method: com.shop.Pay.pay(String), key: 'PAY:{p0}', store: fast}
                  - {method: com.shop.Pay.back(String), key: 'PAY:{p0}', store: gone}
                  - {method: com.shop.Pay.look(String), key: 'PAY:{p0}', store: here}
                """.formatted(redis.address(), Ports.free()));
        hold(store(file, "fast"), "shop:PAY:1", 30_000);

        assertThat(terminal.run("locks", file, "PAY:1")).isEqualTo(1);
        assertThat(terminal.out()).containsPattern("^KEY .* STORE\\R").containsPattern("(?m)^shop:PAY:1 .* fast$");
        assertThat(terminal.err())
                .contains("store 'gone' (redis://127.0.0.1")
                .contains("Connection refused")
                .contains("store 'here' (the memory of this JVM) has other locks in each JVM: java -jar lockgraft.jar"
                        + " locks PID asks one")
                .contains("--store fast");

        assertThat(terminal.run("locks", file, "PAY:1", "--store", "fast")).isZero();
        assertThat(terminal.run("locks", file, "PAY:1", "--store", "here")).isEqualTo(1);
        assertThat(terminal.run("locks", file, "PAY:1", "--store", "fats")).isEqualTo(2);
        assertThat(terminal.err()).contains("has no store 'fats', but fast, gone and here");
    }

    @Test
    @FailsWithout("`StoreLocks#whyNot` asks a store without names of keys for one key, and says why not for all")
    void ofAFileStoreTheProcessIsShown() throws Exception {
        String file = terminal.rules("namespace: shop\nfile: {folder: locks}\n" + RULES);
        Grant held = hold(store(file, ""), "shop:PAY:1", 30_000);
        String pid = String.valueOf(ProcessHandle.current().pid());

        assertThat(terminal.run("locks", file, "PAY:1")).as(terminal.err()).isZero();
        assertThat(terminal.out()).containsPattern("(?m)^shop:PAY:1  [A-Za-z0-9.-]+:" + pid + " +- +- +-$");
        assertThat(terminal.err())
                .matches("which thread, since when, on [A-Za-z0-9.-]+: java -jar lockgraft.jar locks " + pid
                        + " shop:PAY:1\\R");

        String title = "store (the files of " + folder.resolve("locks") + ")";
        String note = title + " keeps no names of keys, and is asked for one key only: locks RULES KEY."
                + " The JVMs know the names: ps, then locks PID";
        assertThat(terminal.run("locks", file)).isEqualTo(1);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err().lines()).containsExactly(note);
        assertThat(terminal.run("locks", file, "--json")).isEqualTo(1);
        Map<String, Object> json = new Yaml().load(terminal.out());
        assertThat(json.get("notes")).isEqualTo(List.of(note));
        assertThat(terminal.run("unlock", file, "PAY:1", "host:" + pid)).isEqualTo(1);
        assertThat(terminal.err().lines())
                .containsExactly(title + " takes no key away from its owner. End the process whose pid 'locks' shows,"
                        + " or let it go on where it is stopped: the key is free then");
        held.release().get(10, SECONDS);
        assertThat(terminal.run("locks", file, "PAY:1")).isZero();
        assertThat(terminal.out().lines()).containsExactly("shop:PAY:1 is free: nobody holds it in " + title);
    }

    @Test
    @FailsWithout("`FileExclusion#processes` asks no folder that is not there")
    void aFolderThatIsNotThereIsNoFreeKey() {
        String file = terminal.rules("namespace: shop\nfile: {folder: lokcs}\n" + RULES);

        assertThat(terminal.run("locks", file, "PAY:1")).isEqualTo(1);

        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).contains("the folder " + folder.resolve("lokcs") + " is not there");
    }

    @Test
    void theKeyOfADeadOwnerIsTakenAwayOnce() throws Exception {
        String file = onRedis();
        LockStore store = store(file, "");
        Grant held = hold(store, "shop:PAY:1", 16_000);
        assertThat(renew(store, held).isHeld()).isTrue();
        await().until(() -> !redis.keys("*#told*").isEmpty());

        assertThat(terminal.run("unlock", file, "PAY:1", owner(held)))
                .as(terminal.err())
                .isZero();
        assertThat(terminal.out())
                .startsWith("shop:PAY:1 was taken away from " + owner(held))
                .contains("Its JVM hears of it, 10 s from now at most (a third of the lease). What runs under it runs"
                        + " on to its end: rule 'pay' has onLost: warn.");
        assertThat(renew(store, held).isLost()).isTrue();

        assertThat(terminal.run("unlock", file, "PAY:1", owner(held))).isEqualTo(1);
        assertThat(terminal.out()).isEmpty();
        assertThat(terminal.err()).startsWith("nobody holds shop:PAY:1");
    }

    @Test
    @FailsWithout("`Takeaway#requireDead` looks whether the lease is begun anew")
    void anOwnerThatRenewsKeepsTheKeyUnlessThatIsMeant() throws Exception {
        String file = onRedis();
        LockStore store = store(file, "");
        Grant held = hold(store, "shop:PAY:1", 15_000);
        ScheduledExecutorService keeper = Executors.newSingleThreadScheduledExecutor();
        try {
            keeper.scheduleAtFixedRate(() -> store.renew(Collections.singletonList(held)), 4, 4, SECONDS);

            assertThat(terminal.run("unlock", file, "PAY:1", owner(held))).isEqualTo(1);
            assertThat(terminal.err()).contains(owner(held) + " is alive").contains("--while-alive");
            assertThat(terminal.run("locks", file, "PAY:1")).isZero();
            assertThat(terminal.out()).contains(holder(held));

            assertThat(terminal.run("unlock", file, "PAY:1", owner(held), "--while-alive"))
                    .isZero();
            assertThat(renew(store, held).isLost()).isTrue();
        } finally {
            keeper.shutdownNow();
        }
    }

    @Test
    @FailsWithout("`Takeaway#requireDead` refuses an owner of whose life nothing tells")
    void anOwnerThatNeverRenewsKeepsTheKeyUnlessThatIsMeant() throws Exception {
        String file = terminal.rules("namespace: shop\nredis: {address: '" + redis.address() + "'}\n"
                + RULES.replace("lease: 30s", "lease: 30s, renew: false"));
        Grant held = hold(store(file, ""), "shop:PAY:1", 60_000);

        assertThat(terminal.run("unlock", file, "PAY:1", owner(held))).isEqualTo(1);
        assertThat(terminal.err())
                .contains(owner(held) + " may be alive: rule 'pay', which makes such keys, has renew: false")
                .contains("--while-alive");
        assertThat(terminal.run("unlock", file, "PAY:1", owner(held), "--while-alive"))
                .isZero();
        assertThat(terminal.out())
                .contains("shop:PAY:1 was taken away from " + owner(held))
                .contains("rule 'pay' has renew: false, so its JVM hears of it then.");
    }

    @Test
    void anotherOwnerIsNamed() throws Exception {
        String file = onRedis();
        Grant held = hold(store(file, ""), "shop:PAY:1", 30_000);

        assertThat(terminal.run("unlock", file, "PAY:1", "host:1:abc:7", "--while-alive"))
                .isEqualTo(1);
        assertThat(terminal.err())
                .contains("shop:PAY:1 is not held by host:1:abc:7")
                .contains("unlock " + file + " shop:PAY:1 " + owner(held));
        assertThat(terminal.run("locks", file, "PAY:1")).isZero();
        assertThat(terminal.out()).contains(holder(held));
    }

    @Test
    @FailsWithout("`Takeaway#requireOurs` tells owners that another client has written")
    void anOwnerOfTheApplicationsOwnRedissonIsTakenOutOnlyWhereThatIsMeant() {
        String file = onRedis();
        String owner = "5c5e2b1e-4d8f-4c58-9c0e-0d6b1f7f3a11:31";
        redis.command("HSET", "shop:PAY:1", owner, "1");
        redis.command("PEXPIRE", "shop:PAY:1", "60000");

        assertThat(terminal.run("locks", file, "PAY:1")).isZero();
        assertThat(terminal.err())
                .contains("unlock " + file + " shop:PAY:1 " + owner + " --foreign")
                .doesNotContain("which thread");
        assertThat(terminal.run("unlock", file, "PAY:1", owner, "--while-alive"))
                .isEqualTo(1);
        assertThat(terminal.err()).startsWith(owner + " is no owner of Lockgraft's");
        assertThat(redis.keys("shop:PAY:1")).hasSize(1);

        assertThat(terminal.run("unlock", file, "PAY:1", owner, "--while-alive", "--foreign"))
                .isZero();
        assertThat(terminal.out()).contains("its client may not hear of it");
        assertThat(redis.keys("shop:PAY:1")).isEmpty();
    }

    @Test
    void anEmptyArgumentIsWrongUse() {
        String file = onRedis();

        assertThat(terminal.run("locks", file, "", "--json")).isEqualTo(2);
        assertThat(terminal.err()).startsWith("empty KEY");
        assertThat(terminal.out()).contains("\"error\": \"empty KEY");
        assertThat(terminal.run("unlock", file, "", "host:1:a:7")).isEqualTo(2);
        assertThat(terminal.err()).startsWith("empty KEY");
        assertThat(terminal.run("unlock", file, "PAY:1", "")).isEqualTo(2);
        assertThat(terminal.err()).startsWith("empty OWNER");
        for (String command : new String[] {"check", "ddl"}) {
            assertThat(terminal.run(command, "")).isEqualTo(2);
            assertThat(terminal.err()).startsWith("empty file name");
        }
        assertThat(terminal.run("unlock", "", "", "")).isEqualTo(2);
        assertThat(terminal.err()).startsWith("empty file name");
    }

    @Test
    void whatIsNamedWrongIsToldAndNothingIsAsked() {
        String file = terminal.rules("redis: {address: 'redis://127.0.0.1:1'}\n" + RULES.replace("key", "kee"));

        assertThat(terminal.run("locks", file)).isEqualTo(1);
        assertThat(terminal.err()).contains("kee");
        assertThat(terminal.run("unlock", file, "PAY:1")).isEqualTo(2);
        assertThat(terminal.err()).contains("OWNER");
    }
}
