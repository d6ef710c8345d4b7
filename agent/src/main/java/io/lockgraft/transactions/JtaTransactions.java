package io.lockgraft.transactions;

import io.lockgraft.asynchronous.Types;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.later.TransactionLocks;
import io.lockgraft.engine.later.Watch;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The transactions of one JTA transaction manager, javax or jakarta: another thread may complete them, or take them
 * over.
 */
final class JtaTransactions implements Source {
    private static final int STATUS_ACTIVE = 0;
    private static final int STATUS_MARKED_ROLLBACK = 1;

    private final WeakReference<Object> manager;
    private final Class<?> synchronization;
    private final Method getTransaction;
    private final Method getStatus;
    private final Method register;
    private final Method setRollbackOnly;
    private final ConcurrentHashMap<Object, Transaction> keeping = new ConcurrentHashMap<>();

    /** @param manager a TransactionManager of either package */
    private JtaTransactions(Object manager) throws ReflectiveOperationException {
        this.manager = new WeakReference<>(manager);
        Class<?> type = managerType(manager.getClass());
        String jta = type.getName().substring(0, type.getName().lastIndexOf('.') + 1);
        ClassLoader loader = type.getClassLoader();
        Class<?> transaction = Class.forName(jta + "Transaction", false, loader);
        synchronization = Class.forName(jta + "Synchronization", false, loader);
        getTransaction = type.getMethod("getTransaction");
        getStatus = transaction.getMethod("getStatus");
        register = transaction.getMethod("registerSynchronization", synchronization);
        setRollbackOnly = transaction.getMethod("setRollbackOnly");
    }

    private static Class<?> managerType(Class<?> manager) throws ClassNotFoundException {
        Class<?> javax = Types.named("javax.transaction.TransactionManager", manager);
        Class<?> type = javax != null ? javax : Types.named("jakarta.transaction.TransactionManager", manager);
        if (type == null) {
            throw new ClassNotFoundException("TransactionManager, above " + manager.getName());
        }
        return type;
    }

    /**
     * Watches where transactions begin, until their manager has been added to the sources. It is looked up when the
     * first one begins, for it may not be made before.
     *
     * @param home the class with a static method that gives the manager
     */
    static Watch begin(final Sources sources, final String home, final String method) {
        return new Watch() {
            private final Managers managers = new Managers(sources);

            /**
             * Of each class that begins transactions its manager, which nothing else may keep. Several classes may
             * begin those of one manager. Null: not made yet.
             */
            private final ClassValue<Object> known = new ClassValue<Object>() {
                @Override
                protected Object computeValue(Class<?> begins) {
                    try {
                        Object manager = Class.forName(home, false, begins.getClassLoader())
                                .getMethod(method)
                                .invoke(null);
                        if (manager != null) {
                            managers.add(manager, home);
                        }
                        return manager;
                    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                        sources.addUnknown(home, e);
                        return home;
                    }
                }
            };

            @Override
            public Token enter(TransactionLocks locks, Object self, Object[] arguments) {
                if (known.get(self.getClass()) == null) {
                    known.remove(self.getClass());
                }
                return Token.NONE;
            }
        };
    }

    /**
     * Watches a method of managers by which they begin transactions, until each of them has added itself to the
     * sources.
     */
    static Watch beginByManager(final Sources sources) {
        return new Watch() {
            private final Managers managers = new Managers(sources);

            @Override
            public Token enter(TransactionLocks locks, Object self, Object[] arguments) {
                managers.add(self, self.getClass().getName());
                return Token.NONE;
            }
        };
    }

    /** Those that are followed, by their class. */
    private static final class Managers extends ClassValue<ManagersOfClass> {
        private final Sources sources;

        Managers(Sources sources) {
            this.sources = sources;
        }

        @Override
        protected ManagersOfClass computeValue(Class<?> manager) {
            return new ManagersOfClass();
        }

        void add(Object manager, String told) {
            ManagersOfClass its = get(manager.getClass());
            if (its.last.get() != manager) {
                its.follow(manager, told, sources);
            }
        }
    }

    /** The managers of one class: mostly one. Of one that is gone nothing stays. */
    private static final class ManagersOfClass {
        private final List<JtaTransactions> followed = new ArrayList<>(1);
        private boolean unknown;
        private volatile WeakReference<Object> last = new WeakReference<>(null);

        synchronized void follow(Object manager, String told, Sources sources) {
            followed.removeIf(each -> each.manager.get() == null);
            if (!unknown && followed.stream().noneMatch(each -> each.manager.get() == manager)) {
                try {
                    JtaTransactions fresh = new JtaTransactions(manager);
                    sources.add(fresh, false);
                    followed.add(fresh);
                } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                    sources.addUnknown(told, e);
                    unknown = true;
                }
            }
            // Last: a thread that reads it goes on, and its transaction must be seen.
            last = new WeakReference<>(manager);
        }
    }

    @Override
    public String framework() {
        return "JTA";
    }

    @Override
    public FrameworkTransaction active() throws Throwable {
        Object transaction = current();
        if (transaction == null) {
            return null;
        }
        Transaction known = keeping.get(transaction);
        return known != null ? known : register(transaction);
    }

    @Override
    public boolean isActive() throws Throwable {
        return current() != null;
    }

    /** The transaction of this thread; null where it is in none, or the manager is gone. */
    private Object current() throws Throwable {
        Object its = manager.get();
        return its == null ? null : Types.call(getTransaction, its);
    }

    /** Null where it is over, or marked for rollback: it will never be committed. */
    private FrameworkTransaction register(Object transaction) throws Throwable {
        int status = (Integer) Types.call(getStatus, transaction);
        if (status != STATUS_ACTIVE && status != STATUS_MARKED_ROLLBACK) {
            return null;
        }
        Transaction fresh = new Transaction(transaction);
        keeping.put(transaction, fresh);
        try {
            Types.call(register, transaction, fresh.synchronization(synchronization));
            return fresh;
        } catch (Throwable e) {
            keeping.remove(transaction);
            boolean marked = e.getClass().getName().endsWith(".transaction.RollbackException")
                    || (Integer) Types.call(getStatus, transaction) != STATUS_ACTIVE;
            if (marked) {
                return null;
            }
            throw e;
        }
    }

    /** One transaction that keeps holds. */
    private final class Transaction extends FrameworkTransaction {
        private final Object transaction;

        Transaction(Object transaction) {
            this.transaction = transaction;
        }

        @Override
        Object called(String method) {
            if (method.equals("beforeCompletion")) {
                rollbackIfLost();
            } else if (method.equals("afterCompletion")) {
                keeping.remove(transaction);
                complete();
            }
            return null;
        }

        /** An exception alone does not keep every manager from committing. */
        private void rollbackIfLost() {
            RuntimeException lost = lostBeforeCommit();
            if (lost != null) {
                try {
                    Types.call(setRollbackOnly, transaction);
                } catch (Throwable e) {
                    lost.addSuppressed(e);
                }
                throw lost;
            }
        }

        @Override
        protected boolean isHere() {
            try {
                return isGoingOn() && (isCompleted() || transaction.equals(current()));
            } catch (Throwable e) {
                return false;
            }
        }
    }
}
