package io.lockgraft.benchmarks.contender;

import com.zaxxer.hikari.HikariDataSource;
import io.etcd.jetcd.Client;
import io.lockgraft.benchmarks.contender.byhand.ShedLock;
import io.lockgraft.benchmarks.contender.byhand.SpringJdbcLock;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
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

    private final Map<Store, String> addresses;
    private RedissonClient redisson;
    private CuratorFramework curator;
    private Client jetcd;
    private HikariDataSource database;

    /** @param addresses of those stores that any contender asks for */
    public Servers(Map<Store, String> addresses) {
        this.addresses = Map.copyOf(addresses);
    }

    /** What makes the tables that contenders have in a database. */
    public static List<String> tables() {
        return List.of(ShedLock.TABLE, SpringJdbcLock.TABLE);
    }

    String address(Store store) {
        return addresses.get(store);
    }

    /** With Redisson's own defaults. */
    synchronized RedissonClient redisson() {
        if (redisson == null) {
            Config config = new Config();
            config.useSingleServer().setAddress(address(Store.REDIS));
            redisson = Redisson.create(config);
        }
        return redisson;
    }

    synchronized CuratorFramework curator() {
        if (curator == null) {
            curator = CuratorFrameworkFactory.newClient(address(Store.ZOOKEEPER), new RetryOneTime(PAUSE_MILLIS));
            curator.start();
        }
        return curator;
    }

    synchronized Client jetcd() {
        if (jetcd == null) {
            jetcd = Client.builder().endpoints(address(Store.ETCD)).build();
        }
        return jetcd;
    }

    /** A pool with its own defaults. */
    synchronized DataSource database() {
        if (database == null) {
            database = new HikariDataSource();
            database.setJdbcUrl(address(Store.POSTGRESQL));
        }
        return database;
    }

    @Override
    public synchronized void close() {
        if (redisson != null) {
            redisson.shutdown();
        }
        if (curator != null) {
            curator.close();
        }
        if (jetcd != null) {
            jetcd.close();
        }
        if (database != null) {
            database.close();
        }
    }
}
