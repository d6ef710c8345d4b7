package com.example.ledger;

import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

@Configuration
public class JdbcConfig {
    @Bean
    public PlatformTransactionManager manager(DataSource dataSource) {
        return new DataSourceTransactionManager(dataSource);
    }

    @Bean
    public Accounts accounts(DataSource dataSource) {
        return new JdbcAccounts(new JdbcTemplate(dataSource));
    }
}
