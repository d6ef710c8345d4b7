package io.lockgraft.benchmarks.contender.byhand;

import com.example.bench.Order;
import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.Call;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock in a table, by hand. It does not wait, so a call asks again and again. Its leases are not renewed. */
public final class ShedLock implements Contender {
    /** The table that its documentation names. */
    public static final String TABLE = "CREATE TABLE shedlock(name VARCHAR(64) NOT NULL, lock_until TIMESTAMP NOT NULL,"
            + " locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT NULL, PRIMARY KEY (name))";

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final int PAUSE_MILLIS = 10;

    private final Shop shop;
    private final LockProvider locks;

    public ShedLock(Shop shop, DataSource database) {
        this.shop = shop;
        this.locks = new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(database))
                .usingDbTime()
                .build());
    }

    @Override
    public Call call(Operation operation) {
        return operation == Operation.PAY ? this::pay : null;
    }

    private void pay(Order order) throws InterruptedException {
        Optional<SimpleLock> lock = lock(order);
        while (lock.isEmpty()) {
            Thread.sleep(PAUSE_MILLIS);
            lock = lock(order);
        }
        try {
            shop.pay(order);
        } finally {
            lock.get().unlock();
        }
    }

    private Optional<SimpleLock> lock(Order order) {
        return locks.lock(new LockConfiguration(Instant.now(), "pay/" + order.getNumber(), LEASE, Duration.ZERO));
    }
}
