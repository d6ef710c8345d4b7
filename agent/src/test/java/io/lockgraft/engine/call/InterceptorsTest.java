package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.later.Watch;
import io.lockgraft.testing.Shows;
import io.lockgraft.transactions.Frameworks;
import io.lockgraft.transactions.Sources;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interceptors of Jakarta EE that begin transactions: which method the lock is taken for. */
@Shows("the container of two WildFly 31 servers begins the transaction: for an EJB, or for a "
        + "`@Transactional` bean of CDI")
final class InterceptorsTest {
    private final Woven woven = new Woven();

    static class Desk {
        void pay(String no) {}
    }

    /** As containers make them: what overrides the method calls the interceptors. */
    static final class DeskOfTheContainer extends Desk {
        @Override
        void pay(String no) {
            super.pay(no);
        }
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(woven.store.held()).isEmpty();
        woven.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"javax", "jakarta"})
    void aBeanOfAClassOfTheContainersHasTheLockOfTheMethodThatTheInterceptorsCall(String jta) throws Throwable {
        int site = woven.site(Woven.rule("PAY:{p0}").build(), Desk.class, "pay");
        Desk bean = new DeskOfTheContainer();
        Object[] arguments = {"42"};
        Watch watch = Frameworks.watches(new Sources())
                .get("com.arjuna.ats.jta.cdi.transactional.TransactionalInterceptorBase.intercept(" + jta
                        + ".interceptor.InvocationContext)");

        Object around = watch.enter(woven.engine, new Object(), new Object[] {invocation(jta, bean, arguments)});
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        Woven.exit(woven.engine.enter(site, bean, arguments), null);
        assertThat(woven.store.held()).as("until the interceptor returns").containsExactly("shop:PAY:42");
        Woven.exit(around, null);
    }

    private static Object invocation(String jta, Desk bean, Object[] arguments) throws Exception {
        Class<?> type = new ByteBuddy()
                .makeInterface()
                .name(jta + ".interceptor.InvocationContext")
                .defineMethod("getTarget", Object.class, Modifier.PUBLIC)
                .withoutCode()
                .defineMethod("getMethod", Method.class, Modifier.PUBLIC)
                .withoutCode()
                .defineMethod("getParameters", Object[].class, Modifier.PUBLIC)
                .withoutCode()
                .make()
                .load(InterceptorsTest.class.getClassLoader())
                .getLoaded();
        Method pay = Desk.class.getDeclaredMethod("pay", String.class);
        InvocationHandler answers = (proxy, method, none) -> {
            switch (method.getName()) {
                case "getTarget":
                    return bean;
                case "getMethod":
                    return pay;
                default:
                    return arguments;
            }
        };
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers);
    }
}
