package io.lockgraft.benchmarks.contender;

import com.example.bench.Order;
import com.example.bench.Shop;
import java.util.concurrent.locks.ReentrantLock;

/** The JDK's own lock, one for all keys, in one JVM and without any server: what passing a lock on costs by itself. */
final class LocalLock implements Contender {
    private final Shop shop;
    private final ReentrantLock lock;

    /** @param fair whether threads get it strictly in the order in which they came */
    LocalLock(Shop shop, boolean fair) {
        this.shop = shop;
        this.lock = new ReentrantLock(fair);
    }

    @Override
    public Call call(Operation operation) {
        return operation == Operation.PAY ? this::pay : null;
    }

    private void pay(Order order) {
        lock.lock();
        try {
            shop.pay(order);
        } finally {
            lock.unlock();
        }
    }
}
