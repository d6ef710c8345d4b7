package io.lockgraft.benchmarks.contender;

import com.example.bench.Order;
import com.example.bench.Shop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** {@code lock.lock(); try { ... } finally { lock.unlock(); }}, as a careful user of Redisson writes it. */
final class HandWritten implements Contender {
    private final Shop shop;
    private final RedissonClient redisson;

    HandWritten(Shop shop, RedissonClient redisson) {
        this.shop = shop;
        this.redisson = redisson;
    }

    @Override
    public Call call(Operation operation) {
        return switch (operation) {
            case PAY -> this::pay;
            case TAKE -> this::take;
            case LOOK -> this::look;
            case CHANGE -> this::change;
        };
    }

    private void pay(Order order) {
        RLock lock = redisson.getLock("hand:PAY:" + order.getNumber());
        lock.lock();
        try {
            shop.pay(order);
        } finally {
            lock.unlock();
        }
    }

    private void take(Order order) {
        inAll(order, name -> redisson.getLock("hand:STOCK:" + name), () -> shop.take(order));
    }

    /** Sorted, so that two orders never wait for each other; Redisson's own MultiLock does not sort. */
    static void inAll(Order order, Function<String, RLock> lockOf, Runnable body) {
        List<String> names = new ArrayList<>(order.getLines());
        Collections.sort(names);
        List<RLock> locks = new ArrayList<>(names.size());
        try {
            for (String name : names) {
                RLock lock = lockOf.apply(name);
                lock.lock();
                locks.add(lock);
            }
            body.run();
        } finally {
            // All on their way, and then waited for, as a MultiLock does it.
            locks.stream()
                    .map(RLock::unlockAsync)
                    .toList()
                    .forEach(unlocked -> unlocked.toCompletableFuture().join());
        }
    }

    private void look(Order order) {
        RLock lock = redisson.getReadWriteLock("hand:BOOK:" + order.getNumber()).readLock();
        lock.lock();
        try {
            shop.look(order);
        } finally {
            lock.unlock();
        }
    }

    private void change(Order order) {
        RLock lock = redisson.getReadWriteLock("hand:BOOK:" + order.getNumber()).writeLock();
        lock.lock();
        try {
            shop.change(order);
        } finally {
            lock.unlock();
        }
    }
}
