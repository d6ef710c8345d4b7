package io.lockgraft.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.engine.later.Watch;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Transaction managers that begin transactions themselves: which are followed, and for how long. */
final class JtaTransactionsTest {
    private static final String JTA = "jakarta.transaction.";

    private final Sources sources = new Sources();
    private final Watch begin = JtaTransactions.beginByManager(sources);
    private final Class<?> managers = managers();

    @Test
    void eachManagerOfAClassIsFollowedAsLongAsItLives() throws Throwable {
        Object idle = manager(null);
        Object busy = manager(proxy(managers.getMethod("getTransaction").getReturnType(), null));

        begins(idle);
        assertThat(sources.isActive()).isFalse();
        begins(busy);
        begins(idle);
        System.gc();

        assertThat(sources.isActive()).isTrue();
    }

    @Test
    void aManagerThatIsGoneIsNotKept() throws Throwable {
        WeakReference<Object> first = new WeakReference<>(manager(null));
        begins(first.get());
        begins(manager(null));

        Awaitility.await("the collection of the manager")
                .atMost(Duration.ofSeconds(30))
                .until(() -> {
                    System.gc();
                    return first.get() == null;
                });
    }

    @Test
    @FailsWithout("`JtaTransactions#register` takes a RollbackException alone for a mark of rollback")
    @Shows("a transaction refuses to tell of its end, or a result does")
    void aTransactionThatRefusesASynchronizationForAnotherReasonThanARollbackIsNotFollowed() throws Throwable {
        Class<?> transaction = managers.getMethod("getTransaction").getReturnType();
        Class<?> rolledBack = new ByteBuddy()
                .subclass(RuntimeException.class)
                .name(JTA + "RollbackException")
                .make()
                .load(managers.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded();
        for (Throwable refusal : List.of(new IllegalStateException("no more"), (Exception)
                rolledBack.getDeclaredConstructor().newInstance())) {
            Object manager = manager(Proxy.newProxyInstance(
                    transaction.getClassLoader(), new Class<?>[] {transaction}, (proxy, method, arguments) -> {
                        if (method.getName().equals("registerSynchronization")) {
                            throw refusal;
                        }
                        switch (method.getName()) {
                            case "getStatus":
                                return 0;
                            case "hashCode":
                                return 1;
                            default:
                                return proxy == arguments[0];
                        }
                    }));
            begins(manager);
            Sources its = new Sources();
            JtaTransactions.beginByManager(its).enter(null, manager, new Object[0]);

            if (refusal instanceof IllegalStateException) {
                assertThatThrownBy(() -> active(its))
                        .isInstanceOf(NotFollowedException.class)
                        .hasMessage("the transaction of JTA takes no synchronization:"
                                + " java.lang.IllegalStateException: no more");
            } else {
                assertThat(active(its)).isEmpty();
            }
        }
    }

    private static List<FrameworkTransaction> active(Sources sources) {
        return sources.active(e -> {
            throw e;
        });
    }

    private void begins(Object manager) throws Throwable {
        begin.enter(null, manager, new Object[0]);
    }

    private Object manager(Object transaction) {
        return proxy(managers, transaction);
    }

    private static Object proxy(Class<?> type, Object answer) {
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer);
    }

    /** The interface of managers, in a loader with the others that it needs. */
    private static Class<?> managers() {
        DynamicType.Unloaded<?> synchronization =
                new ByteBuddy().makeInterface().name(JTA + "Synchronization").make();
        DynamicType.Unloaded<?> transaction = new ByteBuddy()
                .makeInterface()
                .name(JTA + "Transaction")
                .defineMethod("getStatus", int.class, Modifier.PUBLIC)
                .withoutCode()
                .defineMethod("registerSynchronization", void.class, Modifier.PUBLIC)
                .withParameters(synchronization.getTypeDescription())
                .withoutCode()
                .defineMethod("setRollbackOnly", void.class, Modifier.PUBLIC)
                .withoutCode()
                .make();
        return new ByteBuddy()
                .makeInterface()
                .name(JTA + "TransactionManager")
                .defineMethod("getTransaction", transaction.getTypeDescription(), Modifier.PUBLIC)
                .withoutCode()
                .make()
                .include(synchronization, transaction)
                .load(JtaTransactionsTest.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded();
    }
}
