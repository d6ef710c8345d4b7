package io.lockgraft.benchmarks.contender;

import com.example.bench.Order;
import com.example.bench.Shop;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** The same with Redisson's fair lock, which serves callers in the order in which they came. */
final class HandWrittenFair implements Contender {
    private final Shop shop;
    private final RedissonClient redisson;

    HandWrittenFair(Shop shop, RedissonClient redisson) {
        this.shop = shop;
        this.redisson = redisson;
    }

    @Override
    public Call call(Operation operation) {
        return operation == Operation.PAY ? this::pay : null;
    }

    private void pay(Order order) {
        RLock lock = redisson.getFairLock("fair:PAY:" + order.getNumber());
        lock.lock();
        try {
            shop.pay(order);
        } finally {
            lock.unlock();
        }
    }
}
