package io.lockgraft.benchmarks.contender;

import com.baomidou.lock.executor.LockExecutor;
import com.baomidou.lock.executor.RedissonLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.LockAutoConfiguration;
import com.example.bench.Shop;
import java.util.function.Consumer;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.EnableAspectJAutoProxy;

/** lock4j, put together by what its own starter brings. */
public final class Lock4jStarter implements Contender {
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final AnnotatedShop proxy;

    /** As Spring Boot has it by default. */
    @EnableAspectJAutoProxy(proxyTargetClass = true)
    static class Proxies {}

    /** A lock that does nothing. */
    private static final class NothingExecutor implements LockExecutor<Object> {
        private final Object granted = new Object();

        @Override
        public boolean renewal() {
            return true;
        }

        @Override
        public Object acquire(String key, String value, long expire, long timeout) {
            return granted;
        }

        @Override
        public boolean releaseLock(String key, String value, Object lock) {
            return true;
        }
    }

    private Lock4jStarter(Shop shop, Consumer<AnnotationConfigApplicationContext> locks) {
        locks.accept(context);
        context.registerBean(AnnotatedShop.class, () -> new AnnotatedShop(shop));
        context.register(Proxies.class, LockAutoConfiguration.class);
        context.refresh();
        this.proxy = context.getBean(AnnotatedShop.class);
    }

    static Lock4jStarter onRedisson(Shop shop, RedissonClient redisson) {
        return new Lock4jStarter(shop, context -> {
            context.registerBean(
                    "redisson",
                    RedissonClient.class,
                    () -> redisson,
                    definition -> definition.setDestroyMethodName(null));
            context.registerBean(RedissonLockExecutor.class, () -> new RedissonLockExecutor(redisson));
        });
    }

    /** The cost of the way to a lock. */
    public static Lock4jStarter onNothing(Shop shop) {
        return new Lock4jStarter(shop, context -> context.registerBean(NothingExecutor.class, NothingExecutor::new));
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
