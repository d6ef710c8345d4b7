package com.example.ledger;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What all ways to the database share; the system properties {@code ledger.*} say which database, and how. */
@Configuration
public class DatabaseConfig {
    @Bean(destroyMethod = "close")
    public HikariDataSource dataSource() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(System.getProperty("ledger.url"));
        pool.setMaximumPoolSize(Integer.getInteger("ledger.pool", 20));
        pool.setMinimumIdle(1);
        pool.setConnectionTimeout(Integer.getInteger("ledger.patience", 30_000));
        String isolation = System.getProperty("ledger.isolation", "READ_COMMITTED");
        if (!isolation.equals("DEFAULT")) {
            pool.setTransactionIsolation("TRANSACTION_" + isolation);
        }
        return pool;
    }

    @Bean
    public TransactionTemplate template(PlatformTransactionManager manager) {
        return new TransactionTemplate(manager);
    }

    @Bean
    @Primary
    public Ledger ledger(Accounts accounts) {
        return new Ledger(accounts);
    }

    @Bean
    public Book book(Accounts accounts) {
        return new PaperBook(accounts);
    }

    @Bean
    public Bookkeeper bookkeeper(Ledger ledger) {
        return new Bookkeeper(ledger);
    }

    @Bean
    public Units units(DataSource dataSource) {
        return new Units(dataSource);
    }

    @Bean
    public Till till() {
        return new Till();
    }

    @Bean
    public Completions completions() {
        return new Completions();
    }
}
