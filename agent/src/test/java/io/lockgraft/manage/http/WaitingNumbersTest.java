package io.lockgraft.manage.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Parked;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.look.EngineView;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A key that starves shows while it starves: the lengths of waits have only those that are over. */
@Timeout(60)
class WaitingNumbersTest {
    private static final Pattern OLDEST =
            Pattern.compile("\nlockgraft_oldest_wait_seconds\\{rule=\"pay-order\",store=\"default\"} (\\S+)\n");

    private final Woven woven = new Woven();
    private final Parked parked = new Parked(woven);

    static final class Shop {
        static void pay(List<String> orders) {}
    }

    @AfterEach
    void close() throws Exception {
        parked.close();
        woven.close();
    }

    private String metrics() {
        return PrometheusText.of(
                woven.sites.meters(), EngineView.of(woven.stores).waits());
    }

    private double oldest() {
        Matcher oldest = OLDEST.matcher(metrics());
        assertThat(oldest.find()).isTrue();
        return Double.parseDouble(oldest.group(1));
    }

    @Test
    void eachCallThatWaitsIsCountedOnceHoweverManyKeysItHas() throws Exception {
        int site = woven.site(
                Woven.rule("PAY:{p0[*]}").waiting(Duration.ofMinutes(5)).build(), Shop.class, "pay");
        assertThat(metrics()).contains("lockgraft_waiting{rule=\"pay-order\",store=\"default\"} 0\n");
        assertThat(oldest()).isZero();

        parked.enters("holder", site, List.of("1", "2"));
        parked.waits("second", site, List.of("1", "2"));
        parked.waits("third", site, List.of("2"));

        assertThat(metrics()).contains("lockgraft_waiting{rule=\"pay-order\",store=\"default\"} 2\n");
        assertThat(EngineView.of(woven.stores).waits().get("pay-order").oldestKey())
                .isEqualTo("shop:PAY:1");
        await().until(() -> oldest() > 1);
    }
}
