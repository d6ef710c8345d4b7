package io.lockgraft.benchmarks.contender;

import com.example.bench.Shop;
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
        return new SpringAspect(shop, name -> {
            RLock lock = redisson.getLock(name);
            lock.lock();
            return lock::unlock;
        });
    }

    /** With a lock that does nothing: the cost of the way to it. */
    public static SpringAspect onNothing(Shop shop) {
        Runnable nothing = () -> {};
        return new SpringAspect(shop, name -> nothing);
    }

    @Override
    public Call call(Operation operation) {
        return operation == Operation.PAY ? proxy::pay : null;
    }
}
