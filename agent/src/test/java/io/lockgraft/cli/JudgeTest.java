package io.lockgraft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.SyntaxException;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgeTest {
    private static final String DTO = """
            package com.shop;
            public class PayDto {
                private String orderNo;
                public String getOrderNo() { return orderNo; }
            }
            """;
    private static final String BASE = """
            package com.shop;
            public abstract class Base {
                protected abstract int audit(PayDto dto);
                public void refund(PayDto dto) {}
                native void peek(int n);
                native void refund(int n);
            }
            """;
    private static final String PAY = """
            package com.shop;
            public class PayService extends Base implements Comparable<PayService> {
                public PayService() {}
                public void payOrder(PayDto dto) throws java.io.IOException {}
                private static synchronized int payAll(PayDto[] all, String... more) { return 0; }
                protected int audit(PayDto dto) { return 1; }
                public int compareTo(PayService other) { return 0; }
                Runnable later() { return () -> System.out.println(this); }
            }
            """;
    private static final String OTHER = """
            package com.shop.ship;
            public class ShipService {
                public void ship(com.shop.PayDto dto) {}
                public static class Line { public void payOrder(int n) {} }
            }
            """;

    private static Path classes;

    @BeforeAll
    static void compile(@TempDir Path folder) {
        classes = Application.in(folder).compile("classes", DTO, BASE, PAY, OTHER);
    }

    @Test
    @FailsWithout("`LambdaWarnings`, `LambdaMatch` and `Parents#mayMakeLambda` find a lambda that a `+` means")
    void aLambdaThatAPlusMeansIsWarnedAboutByItsPlace() throws Exception {
        for (String method : List.of("run", "*")) {
            assertThat(judge("java.lang.Runnable+." + method).warnings)
                    .extracting(Problem::message)
                    .containsExactly(
                            "rule 'pay-order': com.shop.PayService makes a java.lang.Runnable by a lambda (line 8, in"
                                    + " later). Its calls run without the lock: the JVM makes its class itself, of no"
                                    + " class file. Name the method that calls java.lang.Runnable.run, or one "
                                    + "that the lambda"
                                    + " calls");
        }
        assertThat(judge("com.shop.Base+.*").warnings)
                .extracting(Problem::message)
                .noneMatch(message -> message.contains("lambda"));
    }

    @Test
    void aMethodIsListedWithItsWholeSignatureItsPlaceAndItsKey() throws Exception {
        Verdict verdict = judge("com.shop.PayService.payOrder(PayDto)");

        assertThat(verdict.problems).isEmpty();
        assertThat(signatures(verdict))
                .containsExactly("public void payOrder(com.shop.PayDto dto) throws java.io.IOException");
        LockedMethod locked = verdict.rules.get(0).methods.get(0);
        assertThat(locked.method.owner()).isEqualTo("com.shop.PayService");
        assertThat(locked.place).isEqualTo(classes.toString());
        assertThat(locked.notes).isEmpty();
    }

    @Test
    void ofOverloadsTheOneThatCannotBeLockedIsAMistakeBesideTheOthers() throws Exception {
        Verdict verdict = judge("com.shop.Base.refund");

        assertThat(signatures(verdict)).containsExactly("public void refund(com.shop.PayDto dto)");
        assertThat(verdict.problems)
                .extracting(Problem::toString)
                .containsExactly("rules.yaml:5:3: rule 'pay-order': com.shop.Base.refund(int) is native, it has no Java"
                        + " body to lock; name the Java method that calls it, or write the parameter types of "
                        + "those that"
                        + " you mean");
    }

    @Test
    void aSynchronizedMethodIsNoted() throws Exception {
        Verdict verdict = judge("com.shop.PayService.payAll");

        assertThat(signatures(verdict))
                .containsExactly("private static synchronized int payAll(com.shop.PayDto[] all, String... more)");
        assertThat(verdict.rules.get(0).methods.get(0).notes)
                .containsExactly(
                        "it is synchronized: the monitor is entered inside the lock, unless the class is loaded"
                                + " before the agent");
    }

    @Test
    void aWidePatternTakesWhatHasABodyOfItsOwnAndPassesOverTheRest() throws Exception {
        Verdict verdict = judge("com.shop..*.*(..)");

        assertThat(verdict.problems).isEmpty();
        assertThat(verdict.rules.get(0).methods)
                .extracting(locked -> locked.method.owner() + '.' + Signature.pattern(locked.method))
                .containsExactly(
                        "com.shop.Base.refund(com.shop.PayDto)",
                        "com.shop.PayDto.getOrderNo()",
                        "com.shop.PayService.payOrder(com.shop.PayDto)",
                        "com.shop.PayService.payAll(com.shop.PayDto[], String[])",
                        "com.shop.PayService.audit(com.shop.PayDto)",
                        "com.shop.PayService.compareTo(com.shop.PayService)",
                        "com.shop.PayService.later()",
                        "com.shop.ship.ShipService.ship(com.shop.PayDto)",
                        "com.shop.ship.ShipService$Line.payOrder(int)");
    }

    @Test
    void subtypesAreFoundByTheirClassFiles() throws Exception {
        assertThat(signatures(judge("com.shop.Base+.audit(..)")))
                .containsExactly("protected int audit(com.shop.PayDto dto)");
        assertThat(signatures(judge("com.shop.Base+.*(PayDto)")))
                .containsExactly("public void refund(com.shop.PayDto dto)", "protected int audit(com.shop.PayDto dto)");
        assertThat(signatures(judge("java.lang.Comparable+.*")))
                .containsExactly("public int compareTo(com.shop.PayService other)");
    }

    @Test
    void severalPatternsOfARuleListAMethodOnceAndTellWhatEachIsGoodFor() throws Exception {
        Verdict verdict = judge("com.shop.PayService.payOrder", "com.shop.*.pay*");

        assertThat(verdict.rules.get(0).methods).hasSize(2);
        assertThat(verdict.rules.get(0).notes())
                .containsExactly("com.shop.PayService.payOrder takes 1 method", "com.shop.*.pay* takes 2 methods");
    }

    @Test
    void aClassThatIsNotThereIsAMistakeWithTheNearestNames() throws Exception {
        assertThat(problems(judge("com.shop.PayServce.payOrder(PayDto)")))
                .containsExactly(
                        "rules.yaml:5:3: rule 'pay-order': com.shop.PayServce.payOrder(PayDto) matches nothing: "
                                + "there is no class com.shop.PayServce;"
                                + " did you mean com.shop.PayService?");
        assertThat(problems(judge("com.shop.ShipService.ship")))
                .containsExactly(
                        "rules.yaml:5:3: rule 'pay-order': com.shop.ShipService.ship matches nothing: there is "
                                + "no class com.shop.ShipService;"
                                + " did you mean com.shop.ship.ShipService?");
        assertThat(problems(judge("org.gone.Zebra.run")))
                .containsExactly("rules.yaml:5:3: rule 'pay-order': org.gone.Zebra.run matches nothing: there is no "
                        + "class org.gone.Zebra");
    }

    @Test
    void aMethodThatIsNotThereIsAMistakeWithTheNearestNames() throws Exception {
        assertThat(problems(judge("com.shop.PayService.payOrdr(PayDto)")))
                .containsExactly(
                        "rules.yaml:5:3: rule 'pay-order': com.shop.PayService.payOrdr(PayDto) matches nothing: "
                                + "com.shop.PayService declares no method 'payOrdr';"
                                + " did you mean 'payOrder'?");
    }

    @Test
    void aMethodWithOtherParametersIsToldWithThoseThatThereAre() throws Exception {
        assertThat(problems(judge("com.shop.PayService.payOrder(PayDto, int)")))
                .containsExactly(
                        "rules.yaml:5:3: rule 'pay-order': com.shop.PayService.payOrder(PayDto, int) matches nothing:"
                                + " com.shop.PayService has no such method; it has payOrder(com.shop.PayDto): void");
    }

    @Test
    void anInheritedMethodIsToldWithTheClassThatDeclaresIt() throws Exception {
        assertThat(problems(judge("com.shop.PayService.refund")))
                .containsExactly("rules.yaml:5:3: rule 'pay-order': com.shop.PayService.refund matches nothing: "
                        + "com.shop.PayService declares no method 'refund';"
                        + " it inherits that of com.shop.Base: name com.shop.Base.refund");
    }

    @Test
    void whatCannotBeLockedIsAMistakeWhenItIsMeantByName() throws Exception {
        assertThat(problems(judge("com.shop.Base.audit")))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("rules.yaml:5:3: rule 'pay-order': com.shop.Base.audit(com.shop.PayDto) is abstract");
        assertThat(problems(judge("com.shop.Base.peek")))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("rules.yaml:5:3: rule 'pay-order': com.shop.Base.peek(int) is native");
    }

    @Test
    void aWidePatternThatTakesNothingIsAMistake() throws Exception {
        assertThat(problems(judge("com.gone..*.*(..)")))
                .containsExactly(
                        "rules.yaml:5:3: rule 'pay-order': com.gone..*.*(..) matches nothing: there is no class "
                                + "com.gone..*");
        assertThat(problems(judge("com.shop.*.cancel*(..)")))
                .containsExactly(
                        "rules.yaml:5:3: rule 'pay-order': com.shop.*.cancel*(..) matches nothing: 3 classes are"
                                + " named com.shop.*, but none has a method that fits");
    }

    private Verdict judge(String... patterns) throws SyntaxException, IOException {
        List<MethodPattern> parsed = new ArrayList<>();
        for (String pattern : patterns) {
            parsed.add(MethodPattern.parse(pattern));
        }
        Rule rule = RuleBuilder.named("pay-order")
                .at(new Position("rules.yaml", 5, 3))
                .methods(parsed)
                .keys(List.of(Template.parse("PAY")))
                .namespace("shop")
                .build();
        try (ClassPath application = ClassPath.open(List.of(classes.toFile()))) {
            return new Judge(RuleBuilder.file(List.of(rule)), application).verdict(List.of());
        }
    }

    private static List<String> signatures(Verdict verdict) {
        return verdict.rules.get(0).methods.stream()
                .map(locked -> Signature.of(locked.method))
                .toList();
    }

    private static List<String> problems(Verdict verdict) {
        return verdict.problems.stream().map(Problem::toString).toList();
    }
}
