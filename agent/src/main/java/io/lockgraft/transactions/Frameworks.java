package io.lockgraft.transactions;

import io.lockgraft.engine.later.Watch;
import java.util.LinkedHashMap;
import java.util.Map;

/** The methods of frameworks by which transactions begin and end. */
public final class Frameworks {
    private static final String NARAYANA = "com.arjuna.ats.internal.jta.transaction.arjunacore.";
    private static final String GERONIMO = "org.apache.geronimo.transaction.manager.";
    private static final String ATOMIKOS = "com.atomikos.icatch.jta.";

    private Frameworks() {}

    /**
     * What to watch, by patterns of methods.
     *
     * @param sources where each framework is added as soon as it begins a transaction
     */
    public static Map<String, Watch> watches(Sources sources) {
        Map<String, Watch> watches = new LinkedHashMap<>();
        watches.put(SpringTransactions.MANAGER + ".getTransaction", SpringTransactions.begin(sources));
        watches.put(SpringTransactions.MANAGER + ".commit", new SpringCompleting(true));
        watches.put(SpringTransactions.MANAGER + ".rollback", new SpringCompleting(false));
        watches.put(
                "org.springframework.transaction.interceptor.TransactionInterceptor.invoke",
                FrameworkEntrance.ofProxies());
        watches.put(
                NARAYANA + "BaseTransaction.begin",
                JtaTransactions.begin(sources, "com.arjuna.ats.jta.TransactionManager", "transactionManager"));
        completing(
                watches,
                NARAYANA + "TransactionImple",
                "commit",
                "rollback",
                "commitAndDisassociate",
                "rollbackAndDisassociate");
        for (String jta : new String[] {"javax", "jakarta"}) {
            String invocation = jta + ".interceptor.InvocationContext";
            watches.put(
                    "com.arjuna.ats.jta.cdi.transactional.TransactionalInterceptorBase.intercept(" + invocation + ')',
                    FrameworkEntrance.ofInterceptors(invocation));
        }
        watches.put("org.jboss.as.ejb3.tx.CMTTxInterceptor.processInvocation", new BeanEntrance());
        watches.put(
                ATOMIKOS + "TransactionManagerImp.begin",
                JtaTransactions.begin(sources, ATOMIKOS + "TransactionManagerImp", "getTransactionManager"));
        completing(watches, ATOMIKOS + "TransactionImp", "commit", "rollback");
        watches.put(GERONIMO + "TransactionManagerImpl.begin", JtaTransactions.beginByManager(sources));
        completing(watches, GERONIMO + "TransactionImpl", "commit", "rollback");
        return watches;
    }

    private static void completing(Map<String, Watch> watches, String type, String... methods) {
        for (String method : methods) {
            watches.put(type + '.' + method, Completing.WATCH);
        }
    }
}
