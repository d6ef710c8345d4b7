package com.example.app;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * What {@link InterruptApp} does, written by hand with Redisson's own lock as its documentation has it: for comparison
 * only. Each call has a key of its own, so that a lock that is left behind stops no other call.
 */
public final class RawInterruptApp {
    private RawInterruptApp() {}

    /** Arguments: Redis' address, in front of each key, how many calls, the seed of the moments. */
    public static void main(String[] args) throws Exception {
        int calls = Integer.parseInt(args[2]);
        Random random = new Random(Long.parseLong(args[3]));
        Config config = new Config();
        config.useSingleServer().setAddress(args[0]).setConnectionMinimumIdleSize(1);
        RedissonClient redisson = Redisson.create(config);
        for (int i = 0; i < calls; i++) {
            RLock lock = redisson.getLock(args[1] + i);
            Thread caller = new Thread(() -> {
                try {
                    if (lock.tryLock(30, TimeUnit.SECONDS)) {
                        lock.unlock();
                    }
                } catch (InterruptedException | RuntimeException e) {
                    // An interrupted acquire or unlock: what it leaves behind is counted by the test.
                }
            });
            caller.start();
            InterruptApp.pause(random.nextInt(3_000));
            caller.interrupt();
            caller.join();
        }
        System.out.println("over");
        System.out.flush();
        System.in.read();
        System.exit(0);
    }
}
