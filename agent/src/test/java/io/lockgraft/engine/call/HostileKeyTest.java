package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.api.LockLostException;
import io.lockgraft.api.LockRuleException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.event.EngineListener;
import io.lockgraft.engine.event.Events;
import io.lockgraft.engine.event.RuleEvents;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.Site;
import io.lockgraft.language.expression.Template;
import io.lockgraft.log.TextLines;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.log.Log;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Unprintable;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Keys that a stranger has sent, as every message and every line tells them: printable, and never a line of their own.
 */
@FailsWithout("`Printable` escapes what a stranger sends, so that it forges no line and reaches no terminal")
final class HostileKeyTest {
    private static final String HEAD =
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z \\[lockgraft] [A-Z]+ \\[[^]]+] ";

    static {
        Log.format(new TextLines());
    }

    private static final String[] PIECES = {
        "42",
        "ä",
        "漢",
        "\ud83d\ude00",
        "{",
        "\\",
        "'",
        ": ",
        "\n",
        "\r\n",
        "\n\tat java.lang.Fake.frame(Fake.java:1)",
        "\n[lockgraft] ERROR fake",
        "\n2026-01-01T00:00:00.000Z [lockgraft] ERROR [main] fake",
        "\u001b[2J",
        "\u009b31m",
        "\u0000",
        "\u0007",
        "\u007f",
        "\u0085",
        "\u2028",
        "\u2029",
        "\u061c",
        "\u200e",
        "\u200f",
        "\u202a",
        "\u202e",
        "\u2066",
        "\u2069",
        "\ud800",
        "\udc00"
    };

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    static final class Shop {
        String pay(String order) {
            return order;
        }
    }

    /** An application's own. */
    public static final class ShopException extends RuntimeException {
        public ShopException(String message) {
            super(message);
        }
    }

    /** The calls of one key, on an engine of their own. */
    private static final class Calls implements AutoCloseable {
        final Woven woven = new Woven();
        final String order;

        Calls(String order) {
            this.order = order;
        }

        int site(RuleBuilder rule) {
            return woven.site(rule.build(), Shop.class, "pay");
        }

        Object pay(int site, Callable<?> body) throws Throwable {
            return woven.call(site, new Shop(), body, order);
        }

        Throwable fails(RuleBuilder rule) {
            int site = site(rule);
            return catchThrowable(() -> pay(site, () -> "paid"));
        }

        Grant held() {
            return new FaultyStore(woven.store)
                    .acquire(Requests.exclusive("shop:PAY:" + order, 1, 30_000, System.nanoTime()))
                    .answer()
                    .join()
                    .grant();
        }

        @Override
        public void close() {
            woven.close();
        }
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}").waiting(Duration.ZERO);
    }

    private static String key(Random random) {
        StringBuilder key = new StringBuilder("k");
        for (int pieces = 1 + random.nextInt(5); pieces > 0; pieces--) {
            key.append(
                    random.nextInt(5) == 0
                            ? "" + (char) random.nextInt(0x10000)
                            : PIECES[random.nextInt(PIECES.length)]);
        }
        return key.toString();
    }

    private static void isPlain(Throwable thrown, Class<? extends Throwable> type) {
        assertThat(thrown).isInstanceOf(type);
        assertThat(Unprintable.in(thrown.getMessage())).as(thrown.getMessage()).isEmpty();
    }

    @Test
    void noMessageAndNoLineTellsMoreThanPrintableCharacters() throws Throwable {
        Random random = new Random(42);
        for (int i = 0; i < 60; i++) {
            String order = i < PIECES.length ? "k" + PIECES[i] + "k" : key(random);
            try (Calls calls = new Calls(order)) {
                busy(calls);
                unavailable(calls);
                lost(calls);
                nested(calls);
                interrupted(calls);
                others(calls);
            }
        }
        lines();
    }

    private static void busy(Calls calls) throws Exception {
        Grant other = calls.held();
        isPlain(calls.fails(rule()), LockBusyException.class);
        isPlain(calls.fails(own(null)), ShopException.class);
        isPlain(calls.fails(own(Template.parse("order {p0} is being paid"))), ShopException.class);
        calls.fails(rule().onBusy(Outcome.PROCEED));
        other.release().join();
    }

    private static RuleBuilder own(Template message) {
        return rule().onBusy(new Outcome.ThrowOwn(ShopException.class.getName(), message));
    }

    private static void unavailable(Calls calls) {
        calls.woven.backend.broken = new IllegalStateException("no answer for " + calls.order);
        isPlain(calls.fails(rule()), LockUnavailableException.class);
        calls.fails(rule().onUnavailable(Outcome.PROCEED));
        calls.woven.backend.broken = null;
    }

    private static void lost(Calls calls) {
        int site = calls.site(rule().onLost(OnLost.THROW));
        Throwable lost = catchThrowable(() -> calls.pay(site, () -> {
            calls.woven.store.delete("shop:PAY:" + calls.order);
            return null;
        }));
        isPlain(lost, LockLostException.class);
    }

    private static void nested(Calls calls) {
        int outer = calls.site(rule().lock(LockKind.READ));
        int inner = calls.site(rule().lock(LockKind.WRITE));
        Throwable refused = catchThrowable(() -> calls.pay(outer, () -> {
            try {
                return calls.pay(inner, () -> null);
            } catch (Exception e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }));
        isPlain(refused, LockRuleException.class);
    }

    private static void interrupted(Calls calls) {
        Thread.currentThread().interrupt();
        try {
            isPlain(calls.fails(rule().waiting(Duration.ofSeconds(1))), LockInterruptedException.class);
        } finally {
            Thread.interrupted();
        }
    }

    /** What takes long to come about, or is about a key of many. */
    private static void others(Calls calls) {
        Site site = calls.woven.sites.get(calls.site(rule()))[0];
        String key = "shop:PAY:" + calls.order;
        Request request = site.request(List.of(key), Requests.owner(1), 0, 0);
        RuleEvents events = new Events(EngineListener.NONE).of(rule().build());
        events.waitsInMonitor(site.method(), key);
        events.lostIdle(request, "it was deleted");
        events.atRisk(request, 1, new IllegalStateException("no answer for " + key));
        events.releasedLate(new GrantDouble(request, 0, 0), 1, new IllegalStateException("no answer for " + key));
        for (NoLock.Kind kind : NoLock.Kind.values()) {
            NoLock miss = kind == NoLock.Kind.NESTING
                    ? NoLock.inside(site.rule(), site.rule(), site.method(), key)
                    : new NoLock(kind, site.rule(), site.method(), List.of(key, key + 2, key + 3, key + 4), 0, null);
            assertThat(Unprintable.in(miss.reason())).as(miss.reason()).isEmpty();
            isPlain(miss.exception(), RuntimeException.class);
            assertThat(miss.key())
                    .as("what a method that an outcome calls gets")
                    .startsWith(key);
        }
    }

    @Test
    void aStackStandsBehindTheLineOfAHoldThatLastsAndNothingElseDoes() throws Throwable {
        try (Calls calls = new Calls("42\n[lockgraft] ERROR fake\n\tat java.lang.Fake.frame(Fake.java:1)")) {
            int site = calls.site(rule().hold(Duration.ZERO, Duration.ofMillis(20), OnExceeded.WARN, Until.WORK));
            calls.pay(site, () -> {
                await().until(() -> log.toString().contains("longer than its hold.atMost"));
                return null;
            });
        }

        await().until(() -> log.toString().contains("has ended"));
        lines();
        assertThat(log.lines())
                .filteredOn(line -> line.startsWith("\t"))
                .isNotEmpty()
                .noneMatch(line -> line.contains("Fake"));
    }

    private void lines() {
        assertThat(log.raw().lines().toList()).isNotEmpty().allSatisfy(line -> {
            assertThat(line).matches("(" + HEAD + "|\t(at|\\.\\.\\.) ).*");
            assertThat(Unprintable.in(line.startsWith("\t") ? line.substring(1) : line))
                    .as(line)
                    .isEmpty();
        });
    }
}
