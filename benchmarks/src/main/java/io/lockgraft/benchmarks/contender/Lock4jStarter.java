package io.lockgraft.benchmarks.contender;

import com.baomidou.lock.executor.RedissonLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.LockAutoConfiguration;
import com.example.bench.Shop;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.EnableAspectJAutoProxy;

/** lock4j, put together by what its own starter brings. */
final class Lock4jStarter implements Contender {
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final AnnotatedShop proxy;

    /** As Spring Boot has it by default. */
    @EnableAspectJAutoProxy(proxyTargetClass = true)
    static class Proxies {}

    Lock4jStarter(Shop shop, RedissonClient redisson) {
        context.registerBean(
                "redisson", RedissonClient.class, () -> redisson, definition -> definition.setDestroyMethodName(null));
        context.registerBean(RedissonLockExecutor.class, () -> new RedissonLockExecutor(redisson));
        context.registerBean(AnnotatedShop.class, () -> new AnnotatedShop(shop));
        context.register(Proxies.class, LockAutoConfiguration.class);
        context.refresh();
        this.proxy = context.getBean(AnnotatedShop.class);
    }

    @Override
    public Call call(Operation operation) {
        return operation == Operation.PAY ? proxy::payByLock4j : null;
    }

    @Override
    public void close() {
        context.close();
    }
}
