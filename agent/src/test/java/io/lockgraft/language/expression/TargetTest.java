package io.lockgraft.language.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.value.EvaluationException;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetTest {
    private final Desk desk = new Desk();
    private final Order order = new Order();

    @Test
    void aNumberIsWrittenByTheSetterAndNotPastIt() throws Exception {
        set("order.version", 7);

        assertThat(order.version).isEqualTo(7);
        assertThat(order.settings).isEqualTo(1);
    }

    @Test
    void aPropertyWithoutASetterIsWrittenByItsFieldOfAnyVisibility() throws Exception {
        set("order.hidden", 8);

        assertThat(order.hidden).isEqualTo(8L);
    }

    @Test
    void everyTypeThatAWholeNumberFitsIntoIsWritten() throws Exception {
        set("order.small", 1);
        set("order.smallBox", 2);
        set("order.big", 3);
        set("order.text", 4);
        set("order.number", 5);
        set("order.any", 6);

        assertThat(order.small).isEqualTo(1);
        assertThat(order.smallBox).isEqualTo(2);
        assertThat(order.big).isEqualTo(BigInteger.valueOf(3));
        assertThat(order.text).isEqualTo("4");
        assertThat(order.number).isEqualTo(5L);
        assertThat(order.any).isEqualTo(6L);
    }

    @Test
    void ofSeveralSettersTheOneIsTakenThatLosesNothing() throws Exception {
        set("order.several", 9);

        assertThat(order.several).isEqualTo("long 9");
    }

    @Test
    void theSetterOfAGenericSuperTypeTakesWhatItsTypeArgumentSays() throws Exception {
        set("order.stamp", 10);

        assertThat(order.stamp).isEqualTo(10);
    }

    @Test
    void aSetterThatGivesItsObjectBackIsOne() throws Exception {
        set("order.fluent", 11);

        assertThat(order.fluent).isEqualTo(11);
    }

    @Test
    void aPathLeadsThroughPropertiesIndexesAndThis() throws Exception {
        set("orders[0].version", 12);
        assertThat(order.version).isEqualTo(12);

        set("this.last", 13);
        assertThat(desk.last).isEqualTo(13);

        set("p0.version", 14);
        assertThat(order.version).isEqualTo(14);
    }

    @Test
    void whereThereIsNoObjectNothingIsWrittenOrItIsSaid() throws Exception {
        bind("order?.version").set(desk, new Object[] {null, List.of()}, 1);

        BoundTarget strict = bind("order.version");
        assertThatThrownBy(() -> strict.set(desk, new Object[] {null, List.of()}, 1))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("order.version cannot be written: order is null");
    }

    @Test
    void aNumberThatAnIntCannotHoldIsNotCut() throws Exception {
        assertThatThrownBy(() -> set("order.small", 1L << 32))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("order.small cannot be written: 4294967296 is too large for an int");
        assertThat(order.small).isZero();
    }

    @Test
    void whatTheApplicationsSetterThrowsIsTheCause() {
        assertThatThrownBy(() -> set("order.broken", 1))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("order.broken cannot be written: java.lang.IllegalStateException")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatCannotBeWrittenIsRefusedWithTheReason() throws Exception {
        assertThat(problem("order.versoin")).startsWith("TargetTest.Order has no property 'versoin'; it has ");
        assertThat(problem("order.fixed")).isEqualTo("field 'fixed' of TargetTest.Order is final and has no setter");
        assertThat(problem("order.computed"))
                .isEqualTo("property 'computed' of TargetTest.Order can be read but not written");
        assertThat(problem("order.date"))
                .isEqualTo("property 'date' of TargetTest.Order is of type Date; a number goes into long, int, "
                        + "their boxes,"
                        + " Number, BigInteger, String or Object");
        assertThat(problem("map.version"))
                .isEqualTo("what 'version' is cannot be told before the call, for its owner is of type Map;"
                        + " name a property of a class");
        assertThat(problem("object.version"))
                .isEqualTo("what 'version' is cannot be told before the call, for its owner is of type Object;"
                        + " name a property of a class");
        assertThat(problem("line.count")).isEqualTo("field 'count' of TargetTest.Line is final and has no setter");
        assertThat(problem("lines.length")).isEqualTo("TargetTest.Line[] has no property 'length' to write to");
        assertThat(problem("oder.version"))
                .startsWith("no parameter 'oder'; the method has map, object, line, lines, order");
        assertThatThrownBy(() -> bind("order.fixed")).isInstanceOf(BindException.class);
    }

    private void set(String target, long number) throws Exception {
        bind(target).set(desk, new Object[] {order, List.of(order)}, number);
    }

    private static BoundTarget bind(String target) throws Exception {
        return Target.parse(target).bind(Desk.class, shape("take"), Access.NONE);
    }

    private static String problem(String target) throws Exception {
        List<String> problems = Target.parse(target).check(shape("other"), LoadedTypes.of(Desk.class));
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }

    private static MethodShape shape(String name) {
        return LoadedTypes.shape(Arrays.stream(Desk.class.getDeclaredMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow());
    }

    @SuppressWarnings("unused")
    static class Stamped<T> {
        T stamp;

        public void setStamp(T stamp) {
            this.stamp = stamp;
        }
    }

    record Line(int count) {}

    @SuppressWarnings("unused")
    static final class Order extends Stamped<Integer> {
        private long version;
        private Long hidden;
        int settings;
        int small;
        Integer smallBox;
        BigInteger big;
        String text;
        Number number;
        Object any;
        Date date;
        String several;
        int fluent;
        final long fixed = Long.parseLong("1");

        void setVersion(long version) {
            this.version = version;
            settings++;
        }

        public void setSeveral(int value) {
            several = "int " + value;
        }

        public void setSeveral(Long value) {
            several = "Long " + value;
        }

        public void setSeveral(long value) {
            several = "long " + value;
        }

        public Order setFluent(int value) {
            fluent = value;
            return this;
        }

        public void setBroken(long value) {
            throw new IllegalStateException("secret");
        }

        public long getComputed() {
            return 1;
        }
    }

    @SuppressWarnings("unused")
    static final class Desk {
        private long last;

        void take(Order order, List<Order> orders) {}

        void other(Map<String, Long> map, Object object, Line line, Line[] lines, Order order) {}
    }
}
