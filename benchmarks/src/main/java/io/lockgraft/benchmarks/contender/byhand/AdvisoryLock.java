package io.lockgraft.benchmarks.contender.byhand;

import com.example.bench.Order;
import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.Call;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Operation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** PostgreSQL's {@code pg_advisory_lock}. It is the connection's, and has no lease. */
public final class AdvisoryLock implements Contender {
    private final Shop shop;
    private final DataSource database;

    public AdvisoryLock(Shop shop, DataSource database) {
        this.shop = shop;
        this.database = database;
    }

    @Override
    public Call call(Operation operation) {
        return operation == Operation.PAY ? this::pay : null;
    }

    private void pay(Order order) throws SQLException {
        try (Connection connection = database.getConnection()) {
            select(connection, "SELECT pg_advisory_lock(?)", order.getNumber());
            try {
                shop.pay(order);
            } finally {
                select(connection, "SELECT pg_advisory_unlock(?)", order.getNumber());
            }
        }
    }

    private static void select(Connection connection, String sql, long key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, key);
            statement.execute();
        }
    }
}
