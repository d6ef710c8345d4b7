package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;

import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.Template;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Outcome;
import io.lockgraft.spi.text.SyntaxException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call gets by onMissingKey: neither its method runs nor is the store asked. */
final class MissingKeyTest {
    private final Woven woven = new Woven();

    @SuppressWarnings("unused")
    static final class Shop {
        String pay(String order, int amount) {
            return "paid";
        }

        int count(String order) {
            return 7;
        }

        private String payLater(String order, int amount) {
            return "later: " + order + ' ' + amount;
        }

        private String payUnder(String order, int amount, String key) {
            return "later: " + order + ' ' + amount + " under " + key;
        }
    }

    static final class NoOrderException extends Exception {
        NoOrderException(String message) {
            super(message);
        }
    }

    @AfterEach
    void close() {
        woven.close();
    }

    /** A call whose key is missing. */
    private Object call(String method, Outcome onMissingKey, Object... arguments) throws Throwable {
        int site = woven.site(Woven.rule("PAY:{p0}").onMissingKey(onMissingKey).build(), Shop.class, method);
        try {
            return woven.call(site, new Shop(), () -> fail("the method ran"), arguments);
        } finally {
            assertThat(woven.sites.counters().get("pay-order").of(Event.MISSING_KEY))
                    .as("calls without a key")
                    .isEqualTo(1);
            assertThat(woven.backend.acquires).as("questions to the store").hasValue(0);
        }
    }

    private static Outcome own(String message) throws SyntaxException {
        return new Outcome.ThrowOwn(NoOrderException.class.getName(), message == null ? null : Template.parse(message));
    }

    /** An order whose number the JVM cannot make. */
    static final class Exhausted {
        public String getNumber() {
            throw new OutOfMemoryError("no memory for the number");
        }

        String pay() {
            return "paid";
        }
    }

    @Test
    void anErrorWhileTheKeyIsComputedIsTheCallersAndIsCounted() {
        int site = woven.site(Woven.rule("PAY:{this.number}").build(), Exhausted.class, "pay");

        assertThatThrownBy(() -> woven.call(site, new Exhausted(), () -> fail("the method ran")))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("no memory for the number");
        assertThat(woven.sites.counters().get("pay-order").of(Event.MISSING_KEY))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " \t"})
    void aValueIsReturned(String order) throws Throwable {
        assertThat(call("count", new Outcome.Return(-1), order)).isEqualTo(-1);
    }

    @Test
    void itIsSkipped() throws Throwable {
        assertThat(call("count", Outcome.SKIP, new Object[] {null})).isEqualTo(0);
    }

    @Test
    void theApplicationsOwnExceptionHasTheMessageOfTheRule() {
        assertThatThrownBy(() -> call("pay", own("no order to pay {p1} for: {p0}"), null, 9))
                .isExactlyInstanceOf(NoOrderException.class)
                .hasMessage("no order to pay 9 for: null");
    }

    @Test
    void withoutAMessageItSaysWhichPartOfTheKeyIsMissing() {
        assertThatThrownBy(() -> call("pay", own(null), " ", 9))
                .isExactlyInstanceOf(NoOrderException.class)
                .hasMessage("rule 'pay-order': " + Woven.method(Shop.class, "pay") + " did not get its lock: its key"
                        + " PAY:{p0} is not complete (part {p0} of the key is blank).");
    }

    @Test
    void anotherMethodGetsTheArguments() throws Throwable {
        assertThat(call("pay", new Outcome.Call("payLater"), null, 9)).isEqualTo("later: null 9");
    }

    @Test
    void anotherMethodThatTakesTheKeyGetsNullForIt() throws Throwable {
        assertThat(call("pay", new Outcome.Call("payUnder"), " ", 9)).isEqualTo("later:   9 under null");
    }
}
