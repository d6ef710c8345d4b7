package com.example.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.bytebuddy.ByteBuddy;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.slf4j.LoggerFactory;
import org.yaml.snakeyaml.Yaml;

/** An application with a Redisson, a Netty, a SnakeYAML, an slf4j and a Byte Buddy of its own. */
public final class OwnRedissonApp {
    private OwnRedissonApp() {}

    /**
     * Arguments: Redis' address, the lock's full name, the key, JVMs in all, threads of each sort, calls of each
     * thread.
     */
    public static void main(String[] args) throws Exception {
        String key = args[2];
        int jvms = Integer.parseInt(args[3]);
        int threads = Integer.parseInt(args[4]);
        int calls = Integer.parseInt(args[5]);
        Config config = new Config();
        config.useSingleServer().setAddress(args[0]).setConnectionMinimumIdleSize(1);
        RedissonClient redisson = Redisson.create(config);
        ExecutorService pool = Executors.newFixedThreadPool(2 * threads);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add(pool.submit(() -> countWithTheAgent(key, jvms * 2 * threads, calls)));
                all.add(pool.submit(() -> countByHand(redisson, args[1], key, jvms * 2 * threads, calls)));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            pool.shutdown();
            redisson.shutdown();
        }
        LoggerFactory.getLogger(OwnRedissonApp.class).info("an application's own line");
        System.out.println("redisson " + Redisson.class.getPackage().getImplementationVersion());
        System.out.println("yaml " + new Yaml().load("{a: 1}"));
        System.out.println(
                "byte-buddy " + new ByteBuddy().subclass(Object.class).make().getBytes().length);
        System.out.println("loader " + (Redisson.class.getClassLoader() == OwnRedissonApp.class.getClassLoader()));
    }

    private static void countWithTheAgent(String key, int all, int calls) {
        Witness.meet("start", all);
        Counter counter = new Counter();
        for (int i = 0; i < calls; i++) {
            counter.add(key);
        }
    }

    private static void countByHand(RedissonClient redisson, String lock, String key, int all, int calls) {
        Witness.meet("start", all);
        RLock own = redisson.getLock(lock);
        for (int i = 0; i < calls; i++) {
            own.lock();
            try {
                int seen = Witness.enter(key);
                Witness.exit(key, seen + 1);
            } finally {
                own.unlock();
            }
        }
    }
}
