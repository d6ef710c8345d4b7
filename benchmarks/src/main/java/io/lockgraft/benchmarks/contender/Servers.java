package io.lockgraft.benchmarks.contender;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * One JVM's clients of the lock servers, as their documentation makes them; each connects when it is first asked for.
 */
public final class Servers implements AutoCloseable {
    private static final int PAUSE_MILLIS = 100;

    private final String redis;
    private final String zooKeeper;
    private RedissonClient redisson;
    private CuratorFramework curator;

    /**
     * @param redis the address of Redis
     * @param zooKeeper the address of ZooKeeper, or null where nobody asks for it
     */
    public Servers(String redis, String zooKeeper) {
        this.redis = redis;
        this.zooKeeper = zooKeeper;
    }

    /** With Redisson's own defaults. */
    synchronized RedissonClient redisson() {
        if (redisson == null) {
            Config config = new Config();
            config.useSingleServer().setAddress(redis);
            redisson = Redisson.create(config);
        }
        return redisson;
    }

    synchronized CuratorFramework curator() {
        if (curator == null) {
            curator = CuratorFrameworkFactory.newClient(zooKeeper, new RetryOneTime(PAUSE_MILLIS));
            curator.start();
        }
        return curator;
    }

    @Override
    public synchronized void close() {
        if (redisson != null) {
            redisson.shutdown();
        }
        if (curator != null) {
            curator.close();
        }
    }
}
