package io.lockgraft.language.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.text.SyntaxException;
import io.lockgraft.testing.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ParserFuzzTest {
    private static final int TRIES = Whole.rounds(200_000, 100_000);
    private static final List<String> VALID = List.of(
            "PAY:{dto.orderNo}",
            "{p0.orderNo}:{p1}",
            "I:{dto.items[*].name}:{count}",
            "{dto.kind == 'CARD' ? hash(dto.orderNo) : -count * (2 + 3L) / 4.5 % 6}",
            "{a?.b?.c(1, 'x', null)[0]['k'] ?: 'none'}",
            "{{{not a and b or !c && d || e != f}}}",
            "{@ServiceLock.name}:{(@com.shop.Locks.Desk.wait) + 1}",
            "{a >= 1 and \"q\\\"\" < b}");
    private static final String ALPHABET = "{}[]()?.:,'\"\\+-*/%<>=!&|ab01 \u0000\u00e9\ud83d$#@nothisandor";

    private final long seed = Long.getLong("lockgraft.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Bound pay = Bound.to(new Shop(), "pay");

    @Test
    void nothingButASyntaxExceptionEverComesOutOfTheParser() {
        System.out.println("ParserFuzzTest: -Dlockgraft.test.seed=" + seed);
        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
            for (int i = 0; i < TRIES; i++) {
                String text = random.nextInt(4) == 0 ? noise() : mutated();
                parse(text);
            }
        });
    }

    private void parse(String text) {
        try {
            Template template = Template.parse(text);
            assertThat(template).hasToString(text);
            if (random.nextInt(50) == 0) {
                template.check(pay.shape(), io.lockgraft.language.type.loader.LoadedTypes.of(Shop.class));
            }
        } catch (SyntaxException e) {
            assertThat(e.offset()).as(text).isBetween(0, text.length());
            assertThat(e.getMessage()).as(text).isNotBlank();
        } catch (RuntimeException | Error e) {
            throw new AssertionError("seed " + seed + ", template <" + text + ">", e);
        }
    }

    private String noise() {
        StringBuilder text = new StringBuilder("{");
        int length = random.nextInt(60);
        for (int i = 0; i < length; i++) {
            text.append(letter());
        }
        return text.toString();
    }

    private String mutated() {
        StringBuilder text = new StringBuilder(VALID.get(random.nextInt(VALID.size())));
        int changes = random.nextInt(4);
        for (int i = 0; i < changes && text.length() > 0; i++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, letter());
                case 2 -> text.setCharAt(at, letter());
                default -> text.insert(at, text.substring(random.nextInt(at + 1), at));
            }
        }
        return text.toString();
    }

    private char letter() {
        return random.nextInt(20) == 0
                ? (char) random.nextInt(0x10000)
                : ALPHABET.charAt(random.nextInt(ALPHABET.length()));
    }
}
