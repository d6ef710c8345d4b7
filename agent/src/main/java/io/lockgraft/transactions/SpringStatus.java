package io.lockgraft.transactions;

import io.lockgraft.asynchronous.Types;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Asks what a manager of Spring's has given for a transaction: a DefaultTransactionStatus. */
final class SpringStatus {
    private static final String SUSPENDED =
            "org.springframework.transaction.support.AbstractPlatformTransactionManager$SuspendedResourcesHolder";

    private final Method isNewTransaction;
    private final Method isNewSynchronization;
    private final Method getSuspendedResources;
    private final Method setRollbackOnly;
    /** Of what a status has suspended: null where that is synchronizations alone, those of another manager. */
    private final Field resources;

    private SpringStatus(Class<?> type) throws ReflectiveOperationException {
        isNewTransaction = type.getMethod("isNewTransaction");
        isNewSynchronization = type.getMethod("isNewSynchronization");
        getSuspendedResources = type.getMethod("getSuspendedResources");
        setRollbackOnly = type.getMethod("setRollbackOnly");
        Class<?> suspended = Class.forName(SUSPENDED, false, type.getClassLoader());
        resources = suspended.getDeclaredField("suspendedResources");
        resources.setAccessible(true);
    }

    /** Null where it is none of Spring's own. */
    static SpringStatus of(Class<?> status) throws ReflectiveOperationException {
        Class<?> type = Types.named("org.springframework.transaction.support.DefaultTransactionStatus", status);
        return type == null ? null : new SpringStatus(type);
    }

    /** True if its manager has begun a transaction; false where it takes part in one, or there is none. */
    boolean isNewTransaction(Object status) {
        return Boolean.TRUE.equals(ask(isNewTransaction, status));
    }

    /** True if the synchronizations of its thread are its own. */
    boolean isNewSynchronization(Object status) {
        return Boolean.TRUE.equals(ask(isNewSynchronization, status));
    }

    /** True if a transaction is suspended until it is completed. */
    boolean suspends(Object status) {
        Object suspended = ask(getSuspendedResources, status);
        try {
            return suspended != null && resources.get(suspended) != null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            Sources.tell("this version of Spring", e);
            return true;
        }
    }

    /** Lets its manager roll the transaction back in place of committing it. */
    void setRollbackOnly(Object status) {
        ask(setRollbackOnly, status);
    }

    private static Object ask(Method method, Object status) {
        try {
            return method.invoke(status);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Sources.tell("this version of Spring", e);
            return null;
        }
    }
}
