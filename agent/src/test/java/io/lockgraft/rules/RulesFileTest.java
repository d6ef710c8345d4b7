package io.lockgraft.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesFileTest {
    private static final String WHOLE = """
            namespace: shop
            redis:
              address: redis://127.0.0.1:6379
              username: shop
              password: secret
              database: 2
              timeout: 1s
            defaults: {wait: 10s, lease: 30s}
            rules:
              - name: pay-order
                method: com.shop.PayService.payOrder(PayDto)
                key: PAY:{dto.orderNo}
                lock: exclusive
                when: dto.amount > 0
                wait: 5s
                lease: 20s
                renew: false
                onBusy: {throw: com.shop.BusyException, message: "order {dto.orderNo} is being paid"}
                onUnavailable: {retry: {times: 3, backoff: 100ms..2s}, then: skip}
                onLost: warn
                onMissingKey: proceed
                failOpen: true
              - methods: ["com.shop.Stock.move(String, String)", com.shop.Stock.count]
                key: STOCK
                wait: forever
            """;

    @TempDir
    Path folder;

    @Test
    void everySettingOfAFileArrivesInItsRules() {
        Rules rules = Reads.with().rules(WHOLE);

        RedisSettings redis = rules.redis();
        assertThat(redis.address()).isEqualTo("redis://127.0.0.1:6379");
        assertThat(redis.username()).isEqualTo("shop");
        assertThat(redis.password()).isEqualTo("secret");
        assertThat(redis.database()).isEqualTo(2);
        assertThat(redis.timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(redis.tls()).isNull();
        assertThat(redis).hasToString("redis://127.0.0.1:6379");

        Rule pay = rules.rules().get(0);
        assertThat(pay.name()).isEqualTo("pay-order");
        assertThat(pay.position()).hasToString("rules.yaml:10:5");
        assertThat(pay.methods()).hasToString("[com.shop.PayService.payOrder(PayDto)]");
        assertThat(pay.keys()).hasToString("[PAY:{dto.orderNo}]");
        assertThat(pay.namespace()).isEqualTo("shop");
        assertThat(pay.lock()).isEqualTo(LockKind.EXCLUSIVE);
        assertThat(pay.when()).hasToString("dto.amount > 0");
        assertThat(pay.waiting()).isEqualTo(Duration.ofSeconds(5));
        assertThat(pay.lease()).isEqualTo(Duration.ofSeconds(20));
        assertThat(pay.renew()).isFalse();
        assertThat(pay.failOpen()).isTrue();
        Outcome.ThrowOwn busy = (Outcome.ThrowOwn) pay.onBusy();
        assertThat(busy.exception()).isEqualTo("com.shop.BusyException");
        assertThat(busy.message()).hasToString("order {dto.orderNo} is being paid");
        Outcome.Retry unavailable = (Outcome.Retry) pay.onUnavailable();
        assertThat(unavailable.times()).isEqualTo(3);
        assertThat(unavailable.firstPause()).isEqualTo(Duration.ofMillis(100));
        assertThat(unavailable.longestPause()).isEqualTo(Duration.ofSeconds(2));
        assertThat(unavailable.then()).isSameAs(Outcome.SKIP);
        assertThat(pay.onMissingKey()).isSameAs(Outcome.PROCEED);
    }

    @Test
    void whatARuleDoesNotSayComesFromTheDefaultsAndThenFromTheDocumentation() {
        Rules rules = Reads.with().rules(WHOLE);

        Rule stock = rules.rules().get(1);
        assertThat(stock.name()).isEqualTo("Stock.move");
        assertThat(stock.methods()).hasToString("[com.shop.Stock.move(String, String), com.shop.Stock.count]");
        assertThat(stock.waiting()).isEqualTo(Rule.FOREVER);
        assertThat(stock.lease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(stock.renew()).isTrue();
        assertThat(stock.when()).isNull();
        assertThat(stock.onBusy()).isSameAs(Outcome.THROW);
        assertThat(stock.onUnavailable()).isSameAs(Outcome.THROW);
        assertThat(stock.onMissingKey()).isSameAs(Outcome.THROW);
        assertThat(stock.failOpen()).isFalse();
        assertThat(Reads.with().rule().namespace()).isEqualTo("lockgraft");
        assertThat(Reads.with().rule().waiting()).isEqualTo(Duration.ofSeconds(10));
    }
}
