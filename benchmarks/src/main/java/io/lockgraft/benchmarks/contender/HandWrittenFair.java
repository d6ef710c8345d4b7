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
        return switch (operation) {
            case PAY -> this::pay;
            case TAKE -> this::take;
            default -> null; // Redisson has no fair read-write lock
        };
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

    private void take(Order order) {
        HandWritten.inAll(order, name -> redisson.getFairLock("fair:STOCK:" + name), () -> shop.take(order));
    }
}
