package com.example.ledger;

import java.util.Properties;
import javax.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.MutablePersistenceUnitInfo;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;

@Configuration
public class JpaConfig {
    @Bean
    public LocalContainerEntityManagerFactoryBean entities(DataSource dataSource) {
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setDataSource(dataSource);
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.setPackagesToScan("none");
        factory.setPersistenceUnitPostProcessors(
                unit -> ((MutablePersistenceUnitInfo) unit).addManagedClassName(Account.class.getName()));
        Properties properties = new Properties();
        properties.setProperty("hibernate.dialect", "org.hibernate.dialect." + System.getProperty("ledger.dialect"));
        // Its Byte Buddy knows no class files of newer JVMs, and this application needs none of what it makes.
        properties.setProperty("hibernate.bytecode.provider", "none");
        factory.setJpaProperties(properties);
        return factory;
    }

    @Bean
    public PlatformTransactionManager manager(EntityManagerFactory entities) {
        return new JpaTransactionManager(entities);
    }

    @Bean
    public Accounts accounts(EntityManagerFactory entities) {
        return new JpaAccounts(SharedEntityManagerCreator.createSharedEntityManager(entities));
    }
}
