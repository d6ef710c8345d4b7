package io.lockgraft.store.redis.connect;

import io.lockgraft.spi.StoreContext;
import io.netty.util.HashedWheelTimer;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import java.lang.reflect.Field;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.connection.ServiceManager;

/** The threads of a Redisson that no setting replaces, and their end. */
public final class RedissonThreads {
    private RedissonThreads() {}

    /**
     * Redisson's timer thread is no daemon and there is no setting for it. The client is not connected yet, so nothing
     * has used the timer. Netty ends a client on a thread that is no daemon and lives for a second after; again without
     * a setting. There is one such executor in the agent's own Netty.
     */
    public static void replace(Redisson made, StoreContext context) throws ReflectiveOperationException {
        Field timer = ServiceManager.class.getDeclaredField("timer");
        timer.setAccessible(true);
        ((HashedWheelTimer) timer.get(made.getServiceManager())).stop();
        ThreadFactory ticking = context.threads("redis-timer");
        timer.set(made.getServiceManager(), new HashedWheelTimer(ticking, 50, TimeUnit.MILLISECONDS, 1024, false));
        Field threads = GlobalEventExecutor.class.getDeclaredField("threadFactory");
        threads.setAccessible(true);
        ThreadFactory ending = context.threads("redis-end");
        threads.set(GlobalEventExecutor.INSTANCE, ThreadExecutorMap.apply(ending, GlobalEventExecutor.INSTANCE));
    }

    /**
     * Redisson waits for commands under way. After two seconds it ends itself on the thread of its timer, which cannot
     * stop itself and throws: that thread and those of the network would run for ever.
     *
     * @param threads for what must not be done on a thread of Redisson's own
     */
    public static void end(Redisson redisson, Executor threads) {
        ServiceManager services = redisson.getServiceManager();
        redisson.shutdownAsync().whenComplete((done, error) -> {
            services.getExecutor().shutdown();
            if (error != null) {
                threads.execute(() -> {
                    services.getTimer().stop();
                    services.getGroup().shutdownGracefully(0, 2, TimeUnit.SECONDS);
                });
            }
        });
    }
}
