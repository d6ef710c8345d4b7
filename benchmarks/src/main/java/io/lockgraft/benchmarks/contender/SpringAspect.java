package io.lockgraft.benchmarks.contender;

import com.example.bench.Shop;
import java.util.List;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.springframework.aop.aspectj.annotation.AspectJProxyFactory;

/** An annotation on a Spring bean: a proxy, an aspect, a SpEL key. */
public final class SpringAspect implements Contender {
    private final AnnotatedShop proxy;

    private SpringAspect(Shop shop, Locking locks) {
        AspectJProxyFactory factory = new AspectJProxyFactory(new AnnotatedShop(shop));
        factory.setProxyTargetClass(true);
        factory.addAspect(new DistributedLockAspect(locks));
        this.proxy = factory.getProxy();
    }

    static SpringAspect onRedisson(Shop shop, RedissonClient redisson) {
        return new SpringAspect(shop, (type, names) -> {
            RLock lock = lock(redisson, type, names);
            lock.lock();
            return lock::unlock;
        });
    }

    /** Several locks sorted, so that two calls never wait for each other: a MultiLock takes them as they come. */
    private static RLock lock(RedissonClient redisson, DistributedLock.Type type, List<String> names) {
        return switch (type) {
            case ALONE -> redisson.getLock(names.get(0));
            case READ -> redisson.getReadWriteLock(names.get(0)).readLock();
            case WRITE -> redisson.getReadWriteLock(names.get(0)).writeLock();
            case EACH ->
                redisson.getMultiLock(
                        names.stream().sorted().map(redisson::getLock).toArray(RLock[]::new));
        };
    }

    /** With a lock that does nothing: the cost of the way to it. */
    public static SpringAspect onNothing(Shop shop) {
        Runnable nothing = () -> {};
        return new SpringAspect(shop, (type, names) -> nothing);
    }

    @Override
    public Call call(Operation operation) {
        return switch (operation) {
            case PAY -> proxy::pay;
            case TAKE -> proxy::take;
            case LOOK -> proxy::look;
            case CHANGE -> proxy::change;
        };
    }
}
