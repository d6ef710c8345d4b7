package io.lockgraft.rules.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.rules.RulesException;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.store.BundledStores;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RulesFuzzTest {
    private static final String SEED = """
            namespace: shop
            redis: {address: redis://h, password: "${A:b}", tls: {verifyHostname: true}}
            defaults: {wait: 10s, lease: 30s, hold: {atMost: 5m}}
            rules:
              - name: pay-order
                method: com.shop.PayService.payOrder(PayDto)
                key: 'PAY:{dto.orderNo}'
                when: >-
                  dto.amount > 0
                onBusy: {retry: {times: 3, backoff: 100ms..2s}, then: {return: 0}}
              - methods: ["com.shop.Stock.move(String, String)", com.shop.Stock.count]
                keys: ["STOCK:{from}"]
            """;
    private static final String LETTERS = "{}[]:,-'\"#&*!|>%@`~ \n\t\r$.?0aZ\\()\uFEFF\u0000\u0085é\uD83D\uDE00";

    @Test
    void noFileMakesTheReaderFailWithAnythingButMistakesThatHaveAPosition() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            String text = mutated(random);
            try {
                RulesFile.parse("f", text, Reads.with(), BundledStores.providers());
            } catch (RulesException e) {
                assertThat(e.problems()).isNotEmpty();
                for (Problem problem : e.problems()) {
                    assertThat(problem.position().line()).isBetween(0, 100);
                }
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ", round " + i + ":\n" + text, e);
            }
        }
    }

    @Test
    void aFileThatEndsInsideOfANameIsAMistakeAtItsPlace() {
        String text = """
                redis: {address: redis://h}
                ? - methods: ["com.shop.Stock.move
                """;

        assertThatThrownBy(() -> RulesFile.parse("f", text, Reads.with(), BundledStores.providers()))
                .isInstanceOfSatisfying(
                        RulesException.class,
                        e -> assertThat(e.problems().get(0).position().line()).isBetween(2, 3));
    }

    private static String mutated(Random random) {
        StringBuilder text = new StringBuilder(SEED);
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            int at = random.nextInt(text.length());
            int letter = random.nextInt(LETTERS.length());
            switch (random.nextInt(3)) {
                case 0 -> text.insert(at, LETTERS.charAt(letter));
                case 1 -> text.setCharAt(at, LETTERS.charAt(letter));
                default -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(5)));
            }
        }
        return text.toString();
    }
}
