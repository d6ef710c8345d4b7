package com.example.ledger;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.transaction.support.TransactionTemplate;

/** The application as Spring makes it; {@code ledger.access} says with which access: Jdbc, Jpa, MyBatis. */
final class Application {
    private static AnnotationConfigApplicationContext context;

    private Application() {}

    private static synchronized AnnotationConfigApplicationContext context() {
        if (context == null) {
            try {
                String access = "com.example.ledger." + System.getProperty("ledger.access", "Jdbc") + "Config";
                context = new AnnotationConfigApplicationContext(DatabaseConfig.class, Class.forName(access));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
        return context;
    }

    static <T> T bean(Class<T> type) {
        return context().getBean(type);
    }

    static Ledger ledger() {
        return bean(Ledger.class);
    }

    static Bookkeeper bookkeeper() {
        return bean(Bookkeeper.class);
    }

    static TransactionTemplate template() {
        return bean(TransactionTemplate.class);
    }

    static void publish(Object event) {
        context().publishEvent(event);
    }
}
