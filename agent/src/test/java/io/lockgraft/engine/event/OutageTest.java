package io.lockgraft.engine.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.Grant;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the log tells of a lock server that goes and comes back: one line each way. */
@FailsWithout("`Outage` tells when an outage begins and when it ends")
final class OutageTest {
    private static final String GONE =
            "\\[lockgraft] WARN rule 'pay-order': \\S+Shop\\.pay\\(java\\.lang\\.String\\) did"
                    + " not get its lock: the lock server could not give shop:PAY:42, tried once \\(gone\\)\\. "
                    + "Unavailable since"
                    + " \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\\.";
    private static final String BACK = "[lockgraft] WARN rule 'pay-order': the lock server is back after ";

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private final Woven woven = new Woven();
    private final Outage outage = new Outage("pay-order");

    static final class Shop {
        String pay(String order) {
            return order;
        }
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private Object pay(int site) throws Throwable {
        return woven.call(site, new Shop(), () -> "paid", "42");
    }

    private void breakDown() {
        woven.backend.broken = new IllegalStateException("gone");
    }

    private void mend() {
        woven.backend.broken = null;
    }

    private static NoLock miss(long waitedMillis) {
        return new NoLock(
                NoLock.Kind.UNAVAILABLE,
                Woven.rule("PAY:{p0}").waiting(Duration.ZERO).build(),
                Woven.method(Shop.class, "pay"),
                List.of("shop:PAY:42"),
                TimeUnit.MILLISECONDS.toNanos(waitedMillis),
                new Exception("gone"));
    }

    private static long seconds(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void eachOutageIsToldWhenItBeginsAndWhenItEndsHoweverSoonTheNextComes() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO));
        for (int i = 0; i < 2; i++) {
            pay(site);
        }
        breakDown();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> pay(site)).isInstanceOf(LockUnavailableException.class);
        }
        mend();
        pay(site);
        pay(site);
        breakDown();
        assertThatThrownBy(() -> pay(site)).isInstanceOf(LockUnavailableException.class);

        List<String> lines = log.lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).matches(GONE);
        assertThat(lines.get(1)).matches(Pattern.quote(BACK) + "\\d+ ms; 3 calls did not get the lock");
        assertThat(lines.get(2)).as("a second one, at once").matches(GONE);
    }

    @Test
    void aCallThatIsBusyShowsThatTheServerIsBack() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO));
        breakDown();
        assertThatThrownBy(() -> pay(site)).isInstanceOf(LockUnavailableException.class);
        mend();
        Grant other = new FaultyStore(woven.store)
                .acquire(Requests.exclusive("shop:PAY:42", 1, 30_000, System.nanoTime()))
                .answer()
                .join()
                .grant();
        assertThatThrownBy(() -> pay(site)).isInstanceOf(LockBusyException.class);
        other.release().join();

        assertThat(log.lines()).hasSize(3).anyMatch(line -> line.startsWith(BACK));
    }

    @Test
    void callsThatRunWithoutTheLockAreCountedAsWell() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO).onUnavailable(Outcome.PROCEED));
        breakDown();
        pay(site);
        pay(site);
        mend();
        pay(site);

        List<String> lines = log.lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).matches(GONE + " It runs without the lock, as the rule says \\(proceed\\)\\.");
        assertThat(lines.get(1)).endsWith("; 2 calls did not get the lock");
    }

    @Test
    void itBeganWhenTheFirstRefusedCallBeganToWait() {
        outage.refused(miss(5_000), "", 0);
        outage.answered(seconds(7));

        assertThat(log.lines().skip(1)).containsExactly(BACK + "12 s; 1 call did not get the lock");
    }

    @Test
    void aServerOfWhichAPartIsGoneIsNotToldWithEachCall() {
        outage.refused(miss(0), "", 0);
        outage.answered(seconds(1));
        for (int i = 2; i < 40; i++) {
            outage.refused(miss(0), "", seconds(i));
            outage.answered(seconds(i) + 1);
        }
        assertThat(log.lines()).as("gone, back, gone").hasSize(3);

        outage.answered(seconds(39 + 5));
        assertThat(log.lines().skip(3)).containsExactly(BACK + "42 s; 38 calls did not get the lock");
        outage.refused(miss(0), "", seconds(39 + 60));
        outage.answered(seconds(39 + 61));
        assertThat(log.lines().skip(4)).as("a minute without any").hasSize(2);
    }

    @Test
    void whileNothingIsWrongNothingIsTold() {
        outage.answered();
        outage.answered(seconds(1));

        assertThat(log.toString()).isEmpty();
    }
}
