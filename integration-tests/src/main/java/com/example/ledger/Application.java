package com.example.ledger;

import java.util.function.Consumer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The application as Spring makes it; {@code ledger.access} says with which access: Jdbc, Jpa, MyBatis; and {@code
 * ledger.transactions} where transactions begin: Proxies, Aspects.
 */
final class Application {
    private static AnnotationConfigApplicationContext context;

    private Application() {}

    private static synchronized AnnotationConfigApplicationContext context() {
        if (context == null) {
            try {
                context = new AnnotationConfigApplicationContext(
                        DatabaseConfig.class,
                        configuration(System.getProperty("ledger.transactions", "Proxies")),
                        configuration(System.getProperty("ledger.access", "Jdbc") + "Config"));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
        return context;
    }

    private static Class<?> configuration(String simpleName) throws ClassNotFoundException {
        return Class.forName("com.example.ledger." + simpleName);
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

    /** By a TransactionTemplate. */
    static void inTransaction(Consumer<TransactionStatus> work) {
        bean(TransactionTemplate.class).execute(status -> {
            work.accept(status);
            return null;
        });
    }

    /** By another template: what goes on is suspended. */
    static void inNewTransaction(Runnable work) {
        TransactionTemplate template =
                new TransactionTemplate(bean(TransactionTemplate.class).getTransactionManager());
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        template.execute(status -> {
            work.run();
            return null;
        });
    }

    static void publish(Object event) {
        context().publishEvent(event);
    }
}
