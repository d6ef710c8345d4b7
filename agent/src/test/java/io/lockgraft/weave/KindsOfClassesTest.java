package io.lockgraft.weave;

import static org.assertj.core.api.Assertions.assertThat;

import com.shop.weaving.Kinds;
import com.shop.weaving.PayService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindsOfClassesTest {
    private static final String KINDS = "com.shop.weaving.Kinds";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Kinds.Repo+.save                | save      | audited order 1 | 2 | an override and what it "
                        + "calls by super",
                "Kinds.Repo+.save                | bridge    | audited order 1 | 2 | the same by the bridge, once each",
                "Kinds.Repo+.*                   | find      | found 3         | 0 | the named type does not "
                        + "declare it",
                "Kinds$OrderRepo.save(Order)     | save      | audited order 1 | 1 | one class alone",
                "Kinds.OrderRepo+.find(int)      | find      | found 3         | 1 | inherited, not overridden",
                "Kinds.Repo.saveTwice            | default   | order 2-!       | 1 | a default method",
                "Kinds.Repo.hidden               | default   | order 2-!       | 1 | a private method of an interface",
                "Kinds.Repo.shared               | default   | order 2-!       | 1 | a static method of an interface",
                "Kinds.Order.next                | record    | Order[number=4] | 1 | a record",
                "Kinds.Till.doubled              | enum      | 2               | 1 | an enum",
                "Kinds.Till.FIRST.open           | enum      | 2               | 0 | a constant is no class",
                "Kinds.Till$1.open               | enum      | 2               | 1 | the class of a constant "
                        + "with a body",
                "Kinds.Inner.name()              | inner     | inner of Kinds  | 1 | an inner class",
                "Kinds$1.call                    | anonymous | anonymous       | 1 | an anonymous class",
                "Kinds.lambda                    | lambda    | lambda          | 1 | the method that makes a lambda",
            })
    void aClassOfAnyKindIsWoven(String pattern, String what, String result, int calls, String why) throws Exception {
        assertThat(entered("com.shop.weaving." + pattern, what, result)).as(why).hasSize(calls);
    }

    @ParameterizedTest
    @CsvSource({"@com.shop.weaving.Kinds.Exclusive", "@Exclusive", "@com.shop..Exclusive"})
    void anAnnotationIsFoundThoughItIsOnlyInTheClassFile(String annotation) throws Exception {
        assertThat(entered(annotation + " *.*(..)", "annotated", "markedplain")).hasSize(1);
        assertThat(entered(annotation + " String com.shop..Annotated.*()", "annotated", "markedplain"))
                .hasSize(1);
        assertThat(entered(annotation + " *.plain(..)", "annotated", "markedplain"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "com.shop.jsp.index_jsp.*.pay",
        "com.shop.jsp.index_jsp.Part*.pay",
        "com.shop.jsp.index_jsp..*.pay",
        "com.shop.jsp.*.*.pay"
    })
    void aClassInOneThatDoesNotBeginAsClassesDoIsFound(String pattern) throws Throwable {
        String name = "com.shop.jsp.index_jsp$Part";
        byte[] bytes = Renamed.copy(PayService.class, name);
        try (Weaving weaving = Weaving.of(pattern)) {
            Class<?> part = Weaving.defining(Map.of(name, bytes)).loadClass(name);

            WovenMethodTest.call(part.getDeclaredConstructor().newInstance(), "pay", "A", 1);

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
        }
    }

    @Test
    void aClassThatIsDefinedWithoutItsNameIsWoven() throws Throwable {
        byte[] bytes = Renamed.copy(PayService.class, "com.shop.weaving.Nameless");
        try (Weaving weaving = Weaving.of("com.shop.weaving.Nameless.pay")) {
            Object nameless =
                    new Nameless().define(bytes).getDeclaredConstructor().newInstance();

            WovenMethodTest.call(nameless, "pay", "A", 1);

            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
        }
    }

    private static List<String> entered(String pattern, String what, String result) throws Exception {
        try (Weaving weaving = Weaving.of(pattern)) {
            List<Class<?>> classes = new ArrayList<>(List.of(Kinds.class.getDeclaredClasses()));
            classes.add(Kinds.class);
            classes.add(Class.forName(KINDS + "$1"));
            classes.add(Class.forName(KINDS + "$Till$1"));
            Class<?> kinds = Weaving.reloading(classes.toArray(new Class<?>[0])).loadClass(KINDS);

            assertThat(kinds.getMethod("run", String.class).invoke(null, what)).isEqualTo(result);

            return weaving.gate.calls.stream()
                    .filter(c -> c.startsWith("enter"))
                    .toList();
        }
    }

    /** Leaves the name of a class to its class file. */
    private static final class Nameless extends ClassLoader {
        Nameless() {
            super(KindsOfClassesTest.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }
}
