package io.lockgraft.benchmarks.contender;

import com.baomidou.lock.annotation.Lock4j;
import com.example.bench.Order;
import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.DistributedLock.Type;

/** The shop behind annotations; not final, as its proxies are subclasses. */
class AnnotatedShop {
    private static final long FOR_EVER = 600_000;

    private final Shop shop;

    AnnotatedShop(Shop shop) {
        this.shop = shop;
    }

    /** With the aspect of {@link DistributedLockAspect}. */
    @DistributedLock(key = "'spring:PAY:' + #order.number")
    public void pay(Order order) {
        shop.pay(order);
    }

    @DistributedLock(key = "#order.lines.!['spring:STOCK:' + #this]", type = Type.EACH)
    public void take(Order order) {
        shop.take(order);
    }

    @DistributedLock(key = "'spring:BOOK:' + #order.number", type = Type.READ)
    public void look(Order order) {
        shop.look(order);
    }

    @DistributedLock(key = "'spring:BOOK:' + #order.number", type = Type.WRITE)
    public void change(Order order) {
        shop.change(order);
    }

    /** With lock4j, renewed by Redisson as the others are. */
    @Lock4j(keys = "#order.number", expire = -1, acquireTimeout = FOR_EVER)
    public void payByLock4j(Order order) {
        shop.pay(order);
    }
}
