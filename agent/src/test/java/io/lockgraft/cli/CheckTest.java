package io.lockgraft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.extension.ShelfJar;
import io.lockgraft.testing.FailsWithout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

class CheckTest {
    private static final String PAY = """
            package com.shop;
            public class PayService {
                public void payOrder(PayDto dto) {}
                public synchronized int stock(String article) { return 0; }
            }
            class PayDto {
                public String getOrderNo() { return ""; }
            }
            """;

    @TempDir
    private static Path application;

    @TempDir
    Path folder;

    private static Path classes;

    private Terminal terminal;

    @BeforeEach
    void openTerminal() {
        terminal = new Terminal(folder);
    }

    @BeforeAll
    static void compile() {
        classes = Application.in(application).compile("classes", PAY);
    }

    @Test
    void withAClassPathEachRulesMethodsAreListed() {
        String file = terminal.rules(Terminal.RULES);

        int exit = terminal.run("check", file, "--classpath", classes.toString());

        assertThat(terminal.out()).isEqualToNormalizingNewlines("""
                rule 'pay-order' locks 1 method of 1 class
                  com.shop.PayService  (%1$s)
                    public void payOrder(com.shop.PayDto dto)  ->  shop:PAY:{dto.orderNo: String}
                      ends with the method, or with a transaction that is active when it returns

                rule 'stock' locks 1 method of 1 class
                  com.shop.PayService  (%1$s)
                    public synchronized int stock(String article)  ->  shop:STOCK:{article: String}
                      ends with the method, or with a transaction that is active when it returns
                      note: it is synchronized: the monitor is entered inside the lock, unless the class is loaded \
                before the agent

                %2$s: 2 rules lock 2 methods (2 classes in 1 jar or folder looked at), no mistakes
                """.formatted(classes, file));
        assertThat(exit).isZero();
    }

    /** The store of the extension grants 1 s to 1000 s. */
    @Test
    @FailsWithout("`CheckCommand` tells the warnings of the rules file")
    void aLeaseThatTheStoreDoesNotGrantIsAWarningWithAClassPathAndWithout() {
        new ShelfJar(folder).jar("shelf.jar");
        String file = terminal.rules("""
                extensions: [shelf.jar]
                shelf: {place: hall, boards: 1}
                rules:
                  - {method: com.shop.PayService.stock, key: 'STOCK:{article}', lease: 1h}
                """);
        String warning = ":4:72: warning: rule 'PayService.stock': a lease of 1h is longer than any of shelf hall of"
                + " shelf.jar, which grants 1000s";

        assertThat(terminal.run("check", file)).isZero();
        assertThat(terminal.out()).contains(file + warning).contains("1 warning");
        assertThat(terminal.run("check", file, "--classpath", classes.toString()))
                .isZero();
        assertThat(terminal.out()).contains(file + warning).contains("1 warning");
    }

    @Test
    void anAttributeOfAnAnnotationIsReadFromTheClassFile() {
        Path marked = Application.in(folder).compile("marked", """
                package com.shop;
                public class Desk {
                    @ServiceLock(name = "desk") void pay(String order) {}
                    @ServiceLock void refund(String order) {}
                }
                @interface ServiceLock { String name() default "shop"; }
                """);
        String rules = """
                redis: {address: "redis://127.0.0.1:6379"}
                rules:
                  - {name: marked, method: '@com.shop.ServiceLock *.*(..)', key: '{@ServiceLock.name}:{order}'}
                """;

        int exit = terminal.run("check", terminal.rules(rules), "--classpath", marked.toString());

        assertThat(exit).as(terminal.out()).isZero();
        assertThat(terminal.out())
                .contains("pay(String order)  ->  lockgraft:{@ServiceLock.name: String}:{order: String}")
                .contains("refund(String order)  ->  lockgraft:{@ServiceLock.name: String}:{order: String}");

        exit = terminal.run(
                "check", terminal.rules(rules.replace("Lock.name", "Lock.nam")), "--classpath", marked.toString());

        assertThat(exit).isEqualTo(1);
        assertThat(terminal.out()).contains("@ServiceLock has no attribute 'nam'; it has name");
    }

    @Test
    void whatDoesNotFitIsAMistake() {
        String file =
                terminal.rules(Terminal.RULES.replace("orderNo", "orderNr").replace("stock\n    key", "stok\n    key"));

        assertThat(terminal.run("check", file, "--classpath", classes.toString()))
                .isEqualTo(1);
        assertThat(terminal.out().lines().toList())
                .contains(
                        "rule 'pay-order' locks no methods",
                        file
                                + ":8:13: rule 'stock': com.shop.PayService.stok matches nothing: "
                                + "com.shop.PayService declares no method 'stok'; did you mean 'stock'?",
                        file + ": 2 rules lock no methods (2 classes in 1 jar or folder looked at), 2 mistakes")
                .anyMatch(line -> line.startsWith(file
                                + ":6:10: rule 'pay-order' cannot be applied to "
                                + "com.shop.PayService.payOrder(com.shop.PayDto): ")
                        && line.contains("'orderNr'")
                        && line.contains("orderNo"));
    }

    @Test
    @FailsWithout("`RulesException#toJudge` and `TreeReader#cutOff` keep what could be read, so that all "
            + "layers tell their mistakes")
    void mistakesOfAllLayersAreToldInOneRun() {
        String file = terminal.rules("""
                redis: {adress: "redis://127.0.0.1:6379"}
                rules:
                  - method: com.shop.PayService.payOrdr
                    key: PAY:{dto.orderNo}
                    wiat: 5s
                  - method: com.shop.PayService.payOrder
                    key: PAY:{dt.orderNo}
                    lease: soon
                    when: dto.gone
                  - methods: [com.shop.PayService.stock, com.shop.PayService.stok]
                    key: STOCK:{article
                  - method: com.shop.PayService.stock
                    key: 'STOCK
                """);

        assertThat(terminal.run("check", file, "--classpath", classes.toString()))
                .isEqualTo(1);
        assertThat(terminal.out().lines().filter(line -> line.startsWith(file + ":")))
                .extracting(line -> line.substring(file.length() + 1))
                .containsExactly(
                        "1:9: redis: unknown setting 'adress'; did you mean 'address'?",
                        "5:5: rule 'PayService.payOrdr': unknown setting 'wiat'; did you mean 'wait'?",
                        "8:12: rule 'PayService.payOrder': lease: 'soon' is no duration; write 500ms, 10s, 5m, "
                                + "1h, 2d or"
                                + " PT15M",
                        "11:16: rule 'PayService.stock': key: this { is never closed; write {{ for the character",
                        "13:10: this is not YAML: while scanning a quoted scalar, found unexpected end of stream;"
                                + " the quote that begins here has no end",
                        "3:13: rule 'PayService.payOrdr': com.shop.PayService.payOrdr matches nothing:"
                                + " com.shop.PayService declares no method 'payOrdr'; did you mean 'payOrder'?",
                        "7:10: rule 'PayService.payOrder' cannot be applied to"
                                + " com.shop.PayService.payOrder(com.shop.PayDto): no parameter 'dt'; the "
                                + "method has dto",
                        "9:11: rule 'PayService.payOrder' cannot be applied to"
                                + " com.shop.PayService.payOrder(com.shop.PayDto): PayDto has no property"
                                + " 'gone'; it has orderNo",
                        "10:42: rule 'PayService.stock': com.shop.PayService.stok matches nothing:"
                                + " com.shop.PayService declares no method 'stok'; did you mean 'stock'?",
                        " 3 rules lock 1 method (2 classes in 1 jar or folder looked at), 9 mistakes");
    }

    @Test
    void aPartWhoseTypePromisesNoTextIsNoted() {
        Path repository = Application.in(folder).compile("repository", """
                package com.shop;
                public interface Repo<T> { void save(T entity); }
                class BaseRepo<T> implements Repo<T> { public void save(T entity) {} }
                """);
        String file = terminal.rules("""
                redis: {address: "redis://127.0.0.1:6379"}
                rules: [{method: com.shop.Repo+.save, key: 'SAVE:{p0}'}]
                """);

        assertThat(terminal.run("check", file, "--classpath", repository.toString()))
                .isZero();
        assertThat(terminal.out())
                .contains(
                        "->  lockgraft:SAVE:{p0: Object}",
                        "note: only the call tells whether {p0}, which is of type Object, has a text; a value "
                                + "without one,"
                                + " as most entities are, makes the call throw: name a property of it");
    }

    @Test
    void aKeyThatIsAnExpressionWithoutItsBracesIsAMistake() {
        String file = terminal.rules(Terminal.RULES.replace("PAY:{dto.orderNo}", "PAY:dto.orderNo"));

        assertThat(terminal.run("check", file, "--classpath", classes.toString()))
                .isEqualTo(1);
        assertThat(terminal.out())
                .contains(file + ":6:10: rule 'pay-order' cannot be applied to"
                        + " com.shop.PayService.payOrder(com.shop.PayDto): all calls have the one key "
                        + "'PAY:dto.orderNo',"
                        + " for nothing in it is in braces; write PAY:{dto.orderNo}, or {'PAY:dto.orderNo'} where this"
                        + " very text is meant");
    }

    @Test
    void whatFailsOpenIsHeldAgainstTheClassesToo() {
        String file = terminal.rules(Terminal.RULES
                .replace("namespace: shop", "failOpen: true")
                .replace("    key: STOCK:", "    wiat: 5s\n    key: STOK:{x}"));

        assertThat(terminal.run("check", file, "--classpath", classes.toString()))
                .isEqualTo(1);
        assertThat(terminal.out())
                .contains(": rule 'stock': unknown setting 'wiat'")
                .contains("no parameter 'x'");
    }

    @Test
    void eachMistakeStandsWhereItsPatternKeyOrSettingDoes() {
        String file = terminal.rules("""
                redis: {address: "redis://127.0.0.1:6379"}
                defaults:
                  onBusy: {return: 7}
                rules:
                  - key: PAY:{dto.orderNr}
                    when: dto.gone
                    methods:
                      - com.shop.PayService.payOrder
                      - com.shop.PayService.refund
                    onUnavailable: {call: payLater}
                """);

        assertThat(terminal.run("check", file, "--classpath", classes.toString()))
                .isEqualTo(1);

        assertThat(terminal.out().lines().filter(line -> line.startsWith(file + ":")))
                .extracting(line -> line.substring(file.length() + 1).replaceFirst(": .*", ""))
                .containsExactly(
                        "9:9",
                        "5:10",
                        "6:11",
                        "3:11",
                        "10:20",
                        " 1 rule locks no methods (2 classes in 1 jar or folder looked at), 5 mistakes");
    }

    @Test
    void aCheckedExceptionThatTheMethodDoesNotDeclareIsANote() {
        String file = terminal.rules(
                Terminal.RULES.replace("{dto.orderNo}", "{dto.orderNo}\n    onBusy: {throw: java.io.IOException}"));

        assertThat(terminal.run("check", file, "--classpath", classes.toString()))
                .isZero();

        assertThat(terminal.out())
                .contains("      note: com.shop.PayService.payOrder(com.shop.PayDto) does not declare"
                        + " java.io.IOException, which its rule throws: a caller may not expect a "
                        + "checked exception there");
    }

    @Test
    void allKeysOfARuleAreListedWithTheirTypes() {
        String file = terminal.rules("""
                redis: {address: "redis://127.0.0.1:6379"}
                rules:
                  - method: com.shop.PayService.ship
                    keys: ['ORDER:{p0.orderNo}', 'STOCK:{p1[*].sku}', SHOP]
                    lock: fenced
                    fence: {set: p0.version}
                """);

        int exit = terminal.run("check", file, "-c", shipping());

        assertThat(terminal.out())
                .contains("  ->  lockgraft:ORDER:{p0.orderNo: String}, lockgraft:STOCK:{p1[*].sku: Integer},"
                        + " lockgraft:SHOP");
        assertThat(exit).isZero();
    }

    @Test
    void eachKeyThatDoesNotFitAndAFenceThatCannotBeSetAreToldWhereTheyStand() {
        String file = terminal.rules("""
                redis: {address: "redis://127.0.0.1:6379"}
                rules:
                  - method: com.shop.PayService.ship
                    keys:
                      - ORDER:{p0.orderNr}
                      - STOCK:{p0[*].sku}
                      - SHOP
                    lock: fenced
                    fence: {set: p0.orderNo}
                """);

        assertThat(terminal.run("check", file, "-c", shipping())).isEqualTo(1);

        String start = "rule 'PayService.ship' cannot be applied to com.shop.PayService.ship(com.shop.Order,"
                + " java.util.List): ";
        assertThat(terminal.out().lines().filter(line -> line.startsWith(file + ":")))
                .extracting(line -> line.substring(file.length() + 1))
                .startsWith(
                        "5:9: " + start + "Order has no property 'orderNr'; it has version, orderNo",
                        "6:9: " + start + "Order has no elements for [*]: it is no array and no Iterable",
                        "9:13: " + start + "property 'orderNo' of Order can be read but not written");
    }

    private String shipping() {
        return Application.in(folder).compile("shipping", """
                        package com.shop;
                        public class PayService {
                            public void ship(Order order, java.util.List<Line> lines) {}
                        }
                        class Order {
                            private long version;
                            public String getOrderNo() { return ""; }
                        }
                        class Line {
                            public Integer getSku() { return 1; }
                        }
                        """).toString();
    }

    @Test
    void theRedissonFileThatTheRulesNameIsJudgedToo() throws Exception {
        Path redisson = Files.writeString(
                folder.resolve("redisson.yaml"),
                "singleServerConfig:\n  address: \"redis://127.0.0.1:6379\"\n  pasword: s3cret\n");
        String file =
                terminal.rules("redis: {config: redisson.yaml}\nrules: [{method: com.shop.PayService.pay, key: K}]\n");
        String mistake = "singleServerConfig: unknown setting 'pasword'; did you mean 'password'?";

        assertThat(terminal.run("check", file)).isEqualTo(1);
        assertThat(terminal.out().lines()).contains(redisson + ":3:3: " + mistake);

        terminal.run("check", file, "--json");
        Map<String, Object> json = new Yaml().load(terminal.out());
        assertThat(json.get("problems"))
                .isEqualTo(List.of(Map.of("file", redisson.toString(), "line", 3, "column", 3, "message", mistake)));
    }

    @Test
    @FailsWithout("`Secrets#maskKnown` masks what a secret file holds, wherever an expression makes a message")
    void noOutputShowsWhatASecretFileHolds() throws Exception {
        Files.writeString(folder.resolve("pepper"), "pepper-of-check\n");
        String file = terminal.rules(Terminal.RULES
                .replace("PAY:{dto.orderNo}", "PAY${file:pepper}:{hash(dto.orderNo + '${file:pepper}')}")
                .replace("STOCK:{article}", "STOCK:{article}\n    when: article - '${file:pepper}'"));

        for (String json : new String[] {"--json", null}) {
            String[] command = {"check", file, "-c", classes.toString(), json};
            assertThat(terminal.run(Arrays.copyOf(command, json == null ? 4 : 5)))
                    .isEqualTo(1);
            assertThat(terminal.out())
                    .doesNotContain("pepper-of")
                    .contains("shop:PAY***:{hash(dto.orderNo + '***'): String}")
                    .contains("- needs int or long, not String: article - '***'");
        }
    }

    @Test
    void aNameOrAPatternFromASecretFileIsNotShownEither() throws Exception {
        Files.writeString(folder.resolve("name"), "name-of-check\n");
        Files.writeString(folder.resolve("pattern"), "com.shop.PayService.pay*\n");
        String file = terminal.rules(Terminal.RULES
                .replace("name: pay-order", "name: ${file:name}")
                .replace(
                        "method: com.shop.PayService.stock",
                        "methods: ['${file:pattern}', com.shop.PayService.stock]"));

        for (String json : new String[] {"--json", null}) {
            String[] command = {"check", file, "-c", classes.toString(), json};
            assertThat(terminal.run(Arrays.copyOf(command, json == null ? 4 : 5)))
                    .isEqualTo(1);
            assertThat(terminal.out())
                    .doesNotContain("name-of", "PayService.pay*")
                    .contains("rule '${file:name}': name: '${file:name}' is filled from a file of secrets, and a rule's"
                            + " name is told to everybody; write it out")
                    .contains("*** takes 1 method");
        }
    }

    @Test
    void aKeyThatDoesNotReadIsNotShownAsOneThatIsEmpty() {
        String file = terminal.rules(Terminal.RULES.replace("key: STOCK:{article}", "keys: ['STOCK:{article']"));

        assertThat(terminal.run("check", file, "-c", classes.toString())).isEqualTo(1);

        assertThat(terminal.out().lines())
                .contains("    public synchronized int stock(String article)")
                .anyMatch(line -> line.endsWith("keys: this { is never closed; write {{ for the character"));
    }

    @Test
    void jsonCarriesTheSame() {
        String file = terminal.rules(Terminal.RULES.replace("orderNo", "orderNr"));

        assertThat(terminal.run("check", file, "-c", classes.toString(), "--json"))
                .isEqualTo(1);

        Map<String, Object> json = new Yaml().load(terminal.out());
        assertThat(json).containsOnlyKeys("file", "mistakes", "problems", "warnings", "unset", "classPath", "rules");
        assertThat(json).containsEntry("file", file).containsEntry("mistakes", 1);
        assertThat(json.get("classPath")).isEqualTo(Map.of("archives", 1, "classes", 2, "notes", List.of()));
        Map<?, ?> problem = (Map<?, ?>) ((List<?>) json.get("problems")).get(0);
        assertThat(problem.get("line")).isEqualTo(6);
        assertThat(problem.get("message").toString())
                .startsWith("rule 'pay-order' cannot be applied to com.shop.PayService.payOrder");
        Map<?, ?> stock = (Map<?, ?>) ((List<?>) json.get("rules")).get(1);
        assertThat(stock.get("name")).isEqualTo("stock");
        Map<?, ?> method = (Map<?, ?>) ((List<?>) stock.get("methods")).get(0);
        assertThat(method.get("class")).isEqualTo("com.shop.PayService");
        assertThat(method.get("method")).isEqualTo("stock(String)");
        assertThat(method.get("signature")).isEqualTo("public synchronized int stock(String article)");
        assertThat(method.get("descriptor")).isEqualTo("(Ljava/lang/String;)I");
        assertThat(method.get("place")).isEqualTo(classes.toString());
        assertThat(method.get("keys")).isEqualTo(List.of("shop:STOCK:{article: String}"));
        assertThat(method.get("hold"))
                .isEqualTo("ends with the method, or with a transaction that is active when it returns");
    }

    @Test
    void withoutDebugInformationThePositionIsTheName() {
        Path bare = Application.in(folder).compile("bare", List.of("-g:none"), PAY);
        String byName = terminal.rules(Terminal.RULES);

        assertThat(terminal.run("check", byName, "--classpath", bare.toString()))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("write p0 for the 1st (PayDto)", "write p0 for the 1st (String)");

        String byPosition =
                terminal.rules(Terminal.RULES.replace("{dto.", "{p0.").replace("{article}", "{p0}"));
        assertThat(terminal.run("check", byPosition, "--classpath", bare.toString()))
                .isZero();
    }

    @Test
    void namesFromTheParametersOptionAreEnough() {
        Path named = Application.in(folder).compile("named", List.of("-g:none", "-parameters"), PAY);

        assertThat(terminal.run("check", terminal.rules(Terminal.RULES), "--classpath", named.toString()))
                .isZero();
    }
}
