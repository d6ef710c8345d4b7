package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockgraft.start.Forks.End;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How the agent starts and refuses to, in JVMs of their own. */
class StartIT {
    private static final String REFUSED = "[lockgraft] ERROR Lockgraft cannot start: ";

    @TempDir
    private Path folder;

    private Path rules;

    @BeforeEach
    void anApplication() throws IOException {
        Forks.compile(
                folder,
                "Hello",
                "public class Hello { public static void main(String[] a) { System.out.println(\"hello\"); } }");
        rules = Files.writeString(
                folder.resolve("rules.yaml"),
                "redis: {address: redis://127.0.0.1:1}\nrules: [{name: pay, method: com.shop.Pay.pay(String), "
                        + "key: 'PAY:{p0}'}]\n");
    }

    static List<Path> jdks() {
        return Forks.jdks();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void oneLineSaysWhatHasStartedAndTheApplicationRuns(Path jdk) {
        End end = hello(jdk, "-javaagent:" + Forks.JAR + "=" + rules);

        assertThat(end.code()).isZero();
        assertThat(end.output())
                .containsPattern(
                        "\\[lockgraft] INFO Lockgraft \\d\\S*: \\S*rules.yaml, 1 rule, lock server redis://127.0.0.1:1")
                .contains("hello")
                .contains("rule 'pay' locked nothing in this run");
        assertThat(end.written())
                .as("with time and thread")
                .containsPattern("(?m)^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z \\[lockgraft] INFO \\[main] "
                        + "Lockgraft ")
                .containsPattern("(?m)^\\S+Z \\[lockgraft] WARN \\[lockgraft-exit-report] \\S+:2:\\d+: rule 'pay' ");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @FailsWithout("`LogLine` makes the time by arithmetic, so that the log settles no time zone before `main`")
    void theTimeZoneIsTheApplicationsToSetThoughTheLogTellsTheTime(Path jdk) {
        Forks.compile(folder, "Zoned", """
                public class Zoned {
                    public static void main(String[] arguments) {
                        System.setProperty("user.timezone", "Asia/Tokyo");
                        System.out.println("in " + java.util.TimeZone.getDefault().getID());
                    }
                }
                """);

        End end = Forks.java(jdk, "-javaagent:" + Forks.JAR + "=" + rules, "-cp", folder.toString(), "Zoned");

        assertThat(end.output()).contains("INFO Lockgraft", "in Asia/Tokyo");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void theRulesCanComeFromAPropertyOrTheEnvironment(Path jdk) {
        End property = hello(jdk, "-Dlockgraft.rules=" + rules, "-javaagent:" + Forks.JAR);
        End variable = Forks.java(
                jdk,
                Map.of("LOCKGRAFT_RULES", rules.toString()),
                List.of("-javaagent:" + Forks.JAR, "-cp", folder.toString(), "Hello"));

        assertThat(property.output()).contains("1 rule, lock server");
        assertThat(variable.output()).contains("1 rule, lock server");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void withoutARulesFileTheJvmDoesNotStart(Path jdk) {
        End end = hello(jdk, "-javaagent:" + Forks.JAR);

        assertThat(end.code()).isEqualTo(78);
        assertThat(end.written()).containsPattern("(?m)^\\S+Z \\[lockgraft] ERROR \\[main] Lockgraft cannot start: ");
        assertThat(end.output())
                .contains(REFUSED + "no rules file is given. Use -javaagent:lockgraft.jar=rules.yaml,")
                .doesNotContain("hello")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void allMistakesOfTheRulesAreToldBeforeTheJvmExits(Path jdk) throws IOException {
        Files.writeString(
                rules,
                "redis: {address: redis://127.0.0.1:1}\nrules: [{name: a, metod: x, key: k}, {name: b, keyy: k}]\n");

        End end = hello(jdk, "-javaagent:" + Forks.JAR + "=" + rules);

        assertThat(end.code()).isEqualTo(78);
        assertThat(end.output())
                .contains(REFUSED)
                .containsPattern("rules.yaml:2:\\d+: .*metod")
                .containsPattern("rules.yaml:2:\\d+: .*keyy")
                .doesNotContain("hello");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @FailsWithout("`RulesException#toJudge` and `TreeReader#cutOff` keep what could be read, so that all "
            + "layers tell their mistakes")
    void aMistakeOfOneLayerHidesNoneOfAnother(Path jdk) throws IOException {
        shop();
        Files.writeString(rules, """
                redis: {adress: redis://127.0.0.1:1}
                rules:
                - {name: a, method: Shop.payOrdr, key: k, wiat: 5s}
                - {name: b, method: Shop.payOrder, key: '{p1}', lease: soon}
                - {name: c, method: Shop.audit, key: k: {p0}}
                """);

        End end = hello(jdk, "-javaagent:" + Forks.JAR + "=" + rules);

        assertThat(end.code()).isEqualTo(78);
        assertThat(end.output())
                .contains(
                        REFUSED + "its rules cannot be applied:",
                        "rules.yaml:1:9: redis: unknown setting 'adress'",
                        "rules.yaml:3:43: rule 'a': unknown setting 'wiat'",
                        "rules.yaml:4:56: rule 'b': lease: 'soon' is no duration",
                        "rules.yaml:5:39: this is not YAML",
                        "rules.yaml:3:21: rule 'a': Shop.payOrdr matches nothing: Shop declares no method 'payOrdr'",
                        "rules.yaml:4:41: rule 'b' cannot be applied to Shop.payOrder(java.lang.String): no "
                                + "parameter p1;")
                .doesNotContain("hello");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aMisspeltMethodIsRefusedWithTheNearestName(Path jdk) throws IOException {
        shop();
        misspelt("");

        End end = hello(jdk, "-javaagent:" + Forks.JAR + "=" + rules);

        assertThat(end.code()).isEqualTo(78);
        assertThat(end.output())
                .contains(
                        REFUSED + "its rules cannot be applied:",
                        "rules.yaml:4:23: rule 'a': Shop.payOrdr matches nothing: Shop declares no method 'payOrdr';"
                                + " did you mean 'payOrder'?",
                        "rules.yaml:5:21: rule 'b': Shop.payOrder(int) matches nothing: Shop has no such method; it has"
                                + " payOrder(java.lang.String): void",
                        "rules.yaml:6:21: rule 'c': Shop.refund matches nothing: Shop declares no method 'refund'; it"
                                + " inherits that of BaseShop: name BaseShop.refund",
                        "rules.yaml:8:21: rule 'd': Shop.audit(String) matches nothing: Shop has no such method; it has"
                                + " audit(int): void; it inherits that of BaseShop: name BaseShop.audit")
                .contains("WARN " + rules + ":9:24: rule 'wild': Shop.cancel* matches nothing: ")
                .doesNotContain("hello")
                .doesNotContain("com.shop.Later.run");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @FailsWithout("`Proxied`, `Callers` and `ProxyInterface` find an interface that only a proxy implements, and"
            + " its callers")
    void anInterfaceThatOnlyAFrameworkImplementsIsRefusedWithAPlusToo(Path jdk) throws IOException {
        Forks.compile(folder, "Mapper", "package org.apache.ibatis.annotations; public @interface Mapper {}");
        Forks.compile(
                folder,
                "Orders",
                "@org.apache.ibatis.annotations.Mapper interface Orders { int update(String order); }");
        Forks.compile(folder, "Prices", "interface Prices { int price(String order); }");
        Forks.compile(
                folder,
                "CrudRepository",
                "package org.springframework.data.repository;"
                        + " public interface CrudRepository { void save(Object entity); }");
        Forks.compile(folder, "Bills", "interface Bills extends org.springframework.data.repository.CrudRepository {}");
        Files.writeString(rules, """
                redis: {address: redis://127.0.0.1:1}
                rules:
                - {name: a, method: Orders.update, key: k}
                - {name: b, method: Orders+.update, key: k}
                - {name: c, method: Prices+.price, key: k}
                - {name: d, method: Bills+.save, key: k}
                - {name: e, method: Bills.save, key: k}
                """);

        End end = hello(jdk, "-javaagent:" + Forks.JAR + "=" + rules);

        assertThat(end.code()).isEqualTo(78);
        assertThat(end.output())
                .contains(
                        "rules.yaml:3:21: rule 'a' cannot be applied to Orders.update(java.lang.String):"
                                + " Orders.update(java.lang.String) is abstract, it has no body to lock",
                        "rules.yaml:4:21: rule 'b': Orders+.update matches nothing: Orders is a MyBatis mapper: "
                                + "the framework"
                                + " makes a proxy of it at run time, which cannot be locked. Name a method that "
                                + "calls it, or the"
                                + " class of yours that implements it",
                        "rules.yaml:6:21: rule 'd': Bills+.save matches nothing: Bills is a Spring Data repository: ",
                        "rules.yaml:7:21: rule 'e': Bills.save matches nothing: Bills declares no method 'save';"
                                + " it inherits that of org.springframework.data.repository.CrudRepository, which"
                                + " has no body either: name the class that implements it; where a framework makes a"
                                + " proxy of it (Spring Data, MyBatis), name a method that calls it")
                .doesNotContain("rule 'c'")
                .doesNotContain("hello");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aMisspeltMethodOfRulesThatFailOpenIsAWarning(Path jdk) throws IOException {
        shop();
        misspelt("failOpen: true\n");

        End end = hello(jdk, "-javaagent:" + Forks.JAR + "=" + rules);

        assertThat(end.code()).isZero();
        assertThat(end.output())
                .containsOnlyOnce("WARN " + rules + ":5:23: rule 'a': Shop.payOrdr matches nothing: Shop declares no"
                        + " method 'payOrdr'; did you mean 'payOrder'? (failOpen: the application runs "
                        + "without this lock)")
                .contains("hello");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @FailsWithout("`RedisReader#config` refuses a Redisson file with a mistake at the start")
    void aRedissonFileWithMistakesIsRefused(Path jdk) throws IOException {
        redisson("");

        End end = hello(jdk, "-javaagent:" + Forks.JAR + "=" + rules);

        assertThat(end.code()).isEqualTo(78);
        assertThat(end.output())
                .contains(
                        REFUSED + "its rules cannot be applied:",
                        "redisson.yaml:2:3: singleServerConfig: unknown setting 'adress'; did you mean 'address'?",
                        "redisson.yaml:4:12: singleServerConfig: timeout: a whole number is expected")
                .doesNotContain("s3cret")
                .doesNotContain("hello");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aRedissonFileWithMistakesIsAWarningWhereTheRulesFailOpen(Path jdk) throws IOException {
        redisson("failOpen: true\n");

        End end = hello(jdk, "-javaagent:" + Forks.JAR + "=" + rules);

        assertThat(end.code()).isZero();
        assertThat(end.output())
                .contains("WARN " + folder + "/redisson.yaml:2:3: singleServerConfig: unknown setting 'adress'")
                .contains("lock server none")
                .contains("hello");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aMisspeltOptionIsRefusedTogetherWithTheMistakesOfTheRules(Path jdk) throws IOException {
        String[] options = {
            "-Dlockgraft.redis.adress=redis://127.0.0.1:1",
            "-Dlockgraft.lgo=debug",
            "-javaagent:" + Forks.JAR + "=" + rules
        };
        String[] told = {
            "  -Dlockgraft.lgo: there is no such option; did you mean 'lockgraft.log'?",
            "  -Dlockgraft.redis.adress: there is no such option; did you mean 'lockgraft.redis.address'?"
        };

        End alone = hello(jdk, options);
        Files.writeString(rules, "rules: [{metod: x, key: k}]\n");
        End together = hello(jdk, options);

        assertThat(alone.code()).isEqualTo(78);
        assertThat(alone.output())
                .contains(REFUSED + "its options cannot be applied:\n")
                .contains(told)
                .doesNotContain("hello");
        assertThat(together.code()).isEqualTo(78);
        assertThat(together.output())
                .contains(REFUSED + "its rules cannot be applied:\n")
                .contains(told)
                .contains("metod");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aMisspeltOptionIsAWarningWhereTheRulesFailOpenOrItIsAVariable(Path jdk) throws IOException {
        Files.writeString(rules, "failOpen: true\n" + Files.readString(rules));

        End end = Forks.java(
                jdk,
                Map.of("LOCKGRAFT_REDIS_ADRESS", "redis://127.0.0.1:1"),
                List.of(
                        "-Dlockgraft.lgo=debug",
                        "-javaagent:" + Forks.JAR + "=" + rules,
                        "-cp",
                        folder.toString(),
                        "Hello"));

        assertThat(end.code()).isZero();
        assertThat(end.output())
                .contains("WARN -Dlockgraft.lgo: there is no such option; did you mean 'lockgraft.log'?"
                        + " (failOpen: the application starts without it)")
                .contains("WARN LOCKGRAFT_REDIS_ADRESS: nobody reads this variable; did you mean"
                        + " 'LOCKGRAFT_REDIS_ADDRESS'?")
                .contains("1 rule, lock server")
                .contains("hello");
    }

    private void redisson(String first) throws IOException {
        Files.writeString(
                folder.resolve("redisson.yaml"),
                "singleServerConfig:\n  adress: \"redis://127.0.0.1:1\"\n  password: s3cret\n  timeout: 3s\n");
        Files.writeString(
                rules, first + "redis: {config: redisson.yaml}\nrules: [{method: com.shop.Pay.pay(String), key: k}]\n");
    }

    private void shop() {
        Forks.compile(
                folder,
                "Shop",
                "class BaseShop { void refund() {} void audit(String who) {} } class Shop extends BaseShop {"
                        + " void payOrder(String order) {} void audit(int day) {} }");
    }

    private void misspelt(String first) throws IOException {
        Files.writeString(rules, first + """
                redis: {address: redis://127.0.0.1:1}
                defaults: {wait: 1s}
                rules:
                - {name: a, methods: [Shop.payOrdr, Shop.payOrder], key: k}
                - {name: b, method: Shop.payOrder(int), key: k}
                - {name: c, method: Shop.refund, key: k}
                - {name: later, method: com.shop.Later.run, key: k}
                - {name: d, method: Shop.audit(String), key: k}
                - {name: wild, method: Shop.cancel*, key: k}
                """);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void theSameAgentTwiceStartsOnce(Path jdk) {
        String agent = "-javaagent:" + Forks.JAR + "=" + rules;

        End end = hello(jdk, agent, agent);

        assertThat(end.code()).isZero();
        assertThat(end.output())
                .containsOnlyOnce("INFO Lockgraft")
                .contains("WARN Lockgraft is in this JVM already: the second -javaagent (" + rules + ") does nothing.")
                .contains("hello");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void theJarMayLieAnywhere(Path jdk) throws IOException {
        Path odd = Files.createDirectories(folder.resolve("a folder+plus, \u00fcber #1 100%"));
        Path jar = Files.copy(Forks.JAR, odd.resolve("lock graft.jar"));

        End end = hello(jdk, "-javaagent:" + jar + "=" + rules);

        assertThat(end.code()).as(end.output()).isZero();
        assertThat(end.output()).contains("1 rule, lock server").contains("hello");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aJarThatOnlyHoldsOurClassesIsRefused(Path jdk) {
        Path jar = Forks.shaded(folder.resolve("app.jar"));

        End end = hello(jdk, "-javaagent:" + jar + "=" + rules);

        assertThat(end.code()).isEqualTo(78);
        assertThat(end.output()).contains(REFUSED + jar + " holds Lockgraft's classes, but is not lockgraft.jar.");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aToolOfTheJdkIsLeftAlone(Path jdk) {
        String agent = "-javaagent:" + Forks.JAR + "=/no/such/file";
        List<String> javac = List.of(jdk.resolve("bin/javac").toString(), "-version");
        assumeThat(Path.of(javac.get(0))).exists();

        End quiet = Forks.start(javac, Map.of("JAVA_TOOL_OPTIONS", agent));
        End debug = Forks.start(javac, Map.of("JAVA_TOOL_OPTIONS", agent, "LOCKGRAFT_LOG", "debug"));

        assertThat(quiet.code()).as(quiet.output()).isZero();
        assertThat(quiet.output()).doesNotContain("[lockgraft]");
        assertThat(debug.output()).contains("DEBUG com.sun.tools.javac.Main is a tool of the JDK: nothing to lock");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void theReportIsWrittenAtExit(Path jdk) {
        Path report = folder.resolve("report.json");

        hello(jdk, "-Dlockgraft.report=" + report, "-javaagent:" + Forks.JAR + "=" + rules);

        assertThat(report).content().contains("\"pay\"").contains("com.shop.Pay.pay(String)");
    }

    /** Java 8 loads of its own accord none of what start-up must not touch, so there it can be seen. */
    @ParameterizedTest
    @MethodSource("jdks")
    void startUpLoadsNothingThatIsTheApplicationsToSettle(Path jdk) throws IOException {
        for (String log : logs()) {
            startUpLoadsNothingThatIsTheApplicationsToSettle(jdk, log);
        }
    }

    /** Each place that the log can go to. */
    private List<String> logs() {
        return List.of(
                "",
                "log: {to: '" + folder.resolve("logs/lockgraft.log") + "', format: json}\n",
                "log: {to: application}\n");
    }

    private void startUpLoadsNothingThatIsTheApplicationsToSettle(Path jdk, String log) throws IOException {
        Files.writeString(rules, log + """
                stores:
                  a: {redis: {address: "rediss://127.0.0.1:1", password: x, tls: {verifyHostname: false}}}
                  b: {zookeeper: {connect: "127.0.0.1:1", tls: {verifyHostname: false}}}
                  c: {etcd: {endpoints: ["https://127.0.0.1:1", "https://127.0.0.2:1"], tls: {verifyHostname: false}}}
                  d: {consul: {address: "https://127.0.0.1:1", token: x, tls: {verifyHostname: false}}}
                  e: {jdbc: {url: "jdbc:postgresql://127.0.0.1:1/x", user: x, password: x}}
                  f: {most: [{redis: {address: "redis://127.0.0.1:2"}}, b, e]}
                rules:
                  - {name: pay, method: com.shop.Pay.pay(String), store: a, key: 'PAY:{p0}'}
                  - {name: refund, method: com.shop.Pay.refund(String), store: f, key: 'REFUND:{p0}'}
                """);
        String classes = Forks.java(
                        jdk,
                        Map.of("LOCKGRAFT_REDIS_ADRESS", "a name that is near others"),
                        List.of(
                                "-verbose:class",
                                "-javaagent:" + Forks.JAR + "=" + rules,
                                "-cp",
                                folder.toString(),
                                "Hello"))
                .output();
        assumeThat(classes).as("a JVM of Java 8").contains("/rt.jar]");

        String start = classes.substring(
                classes.indexOf("Loaded io.lockgraft.bootstrap.Premain"), classes.indexOf("Loaded Hello"));

        assertThat(start)
                .as("with '%s'", log)
                .doesNotContain("Loaded java.util.logging.")
                .doesNotContain("Loaded java.nio.file.")
                .doesNotContain("Loaded sun.nio.fs.")
                .doesNotContain("Loaded javax.management.")
                .doesNotContain("Loaded java.util.UUID ")
                .doesNotContain("Loaded java.lang.invoke.LambdaMetafactory")
                .doesNotContain("Loaded org.redisson.")
                .doesNotContain("Loaded io.netty.")
                .doesNotContain("Loaded net.bytebuddy.ByteBuddy ");
    }

    /** A younger JVM loads much of it itself, from its archive; initialised it must not be. */
    @ParameterizedTest
    @MethodSource("jdks")
    void startUpInitialisesNoLoggingNoManagementAndNoFileSystem(Path jdk) throws IOException {
        assumeThat(jdk.resolve("jre/lib/rt.jar")).as("Java 8 knows no -Xlog").doesNotExist();
        Files.writeString(
                folder.resolve("redisson.yaml"),
                "singleServerConfig:\n  address: \"redis://127.0.0.1:1\"\n"
                        + "codec: !<org.redisson.client.codec.StringCodec> {}\n");
        for (String log : logs()) {
            Files.writeString(
                    rules,
                    log + "redis: {config: redisson.yaml}\n"
                            + "rules: [{name: main, method: 'Hello.main(..)', key: 'K:{p0[0]}'}]\n");
            startUpInitialisesNoLoggingNoManagementAndNoFileSystem(jdk, log);
        }
    }

    private void startUpInitialisesNoLoggingNoManagementAndNoFileSystem(Path jdk, String log) {
        String classes = hello(jdk, "-Xlog:class+init=info", "-javaagent:" + Forks.JAR + "=" + rules)
                .output();
        int premain = classes.indexOf("Initializing 'io/lockgraft/bootstrap/Premain'");
        int main = classes.indexOf("Initializing 'Hello'");

        assertThat(premain).as(classes).isPositive();
        assertThat(main).as(classes).isGreaterThan(premain);
        assertThat(classes.substring(premain, main))
                .as("with '%s'", log)
                .contains("Initializing 'io/lockgraft/start/Agent'")
                .contains("Initializing 'net/bytebuddy/ByteBuddy'")
                .doesNotContain("Initializing 'java/util/logging/")
                .doesNotContain("Initializing 'sun/util/logging/")
                .doesNotContain("Initializing 'jdk/internal/logger/")
                .doesNotContain("Initializing 'javax/management/")
                .doesNotContain("Initializing 'java/lang/management/")
                .doesNotContain("Initializing 'sun/management/")
                .doesNotContain("Initializing 'java/nio/file/FileSystems$DefaultFileSystemHolder'")
                .doesNotContain("Initializing 'java/util/UUID'")
                .doesNotContain("Initializing 'org/redisson/")
                .doesNotContain("Initializing 'io/netty/");
    }

    private End hello(Path jdk, String... options) {
        List<String> arguments = new java.util.ArrayList<>(List.of(options));
        arguments.addAll(List.of("-cp", folder.toString(), "Hello"));
        return Forks.java(jdk, arguments.toArray(new String[0]));
    }
}
