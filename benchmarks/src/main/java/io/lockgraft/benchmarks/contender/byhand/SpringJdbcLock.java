package io.lockgraft.benchmarks.contender.byhand;

import com.example.bench.Order;
import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.Call;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Operation;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.jdbc.lock.LockRepository;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** Spring Integration's registry of locks in a table, by hand. Its leases of 10 s are not renewed. */
public final class SpringJdbcLock implements Contender {
    /** As in the schema that it brings. */
    public static final String TABLE =
            "CREATE TABLE INT_LOCK (LOCK_KEY CHAR(36) NOT NULL, REGION VARCHAR(100) NOT NULL,"
                    + " CLIENT_ID CHAR(36), CREATED_DATE TIMESTAMP NOT NULL,"
                    + " constraint INT_LOCK_PK primary key (LOCK_KEY, REGION))";

    private final Shop shop;
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final JdbcLockRegistry locks;

    /** The repository is a transactional bean. */
    @EnableTransactionManagement
    static class Transactions {}

    public SpringJdbcLock(Shop shop, DataSource database) {
        this.shop = shop;
        context.registerBean(DataSourceTransactionManager.class, () -> new DataSourceTransactionManager(database));
        context.registerBean(DefaultLockRepository.class, () -> new DefaultLockRepository(database));
        context.register(Transactions.class);
        context.refresh();
        this.locks = new JdbcLockRegistry(context.getBean(LockRepository.class));
    }

    @Override
    public Call call(Operation operation) {
        return operation == Operation.PAY ? this::pay : null;
    }

    private void pay(Order order) {
        Lock lock = locks.obtain("pay/" + order.getNumber());
        lock.lock();
        try {
            shop.pay(order);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
