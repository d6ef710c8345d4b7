package io.lockgraft.transactions;

import io.lockgraft.asynchronous.Types;
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
        for (String jta : new String[] {"javax", "jakarta"}) {
            Class<?> type = Types.named(jta + ".transaction.TransactionManager", manager);
            if (type != null) {
                return type;
            }
        }
        throw new ClassNotFoundException("TransactionManager, above " + manager.getName());
    }

    /**
     * Watches where transactions begin, until each copy of a manager has added itself to the sources.
     *
     * @param home the class with a static method that gives the manager
     */
    static Watch begin(final Sources sources, final String home, final String method) {
        return new Watch() {
            /** By the class with the method that gives the manager: several begin transactions of one. */
            private final ClassValue<Copy> copies = new ClassValue<Copy>() {
                @Override
                protected Copy computeValue(Class<?> home) {
                    return new Copy(home, method);
                }
            };

            private final ClassValue<Copy> known = new ClassValue<Copy>() {
                @Override
                protected Copy computeValue(Class<?> begins) {
                    try {
                        return copies.get(Class.forName(home, false, begins.getClassLoader()));
                    } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
                        Sources.tell(home, e);
                        return new Copy(null, method);
                    }
                }
            };

            @Override
            public Object enter(TransactionLocks locks, Object self, Object[] arguments) {
                known.get(self.getClass()).addTo(sources);
                return null;
            }
        };
    }

    /**
     * Watches a method of managers by which they begin transactions, until each of them has added itself to the
     * sources.
     */
    static Watch beginByManager(final Sources sources) {
        return new Watch() {
            private final ClassValue<Managers> known = new ClassValue<Managers>() {
                @Override
                protected Managers computeValue(Class<?> manager) {
                    return new Managers();
                }
            };

            @Override
            public Object enter(TransactionLocks locks, Object self, Object[] arguments) {
                known.get(self.getClass()).add(self, sources);
                return null;
            }
        };
    }

    /** Adds a manager to the sources; null where it is not as expected. */
    private static JtaTransactions follow(Object manager, String told, Sources sources) {
        try {
            JtaTransactions transactions = new JtaTransactions(manager);
            sources.add(transactions, false);
            return transactions;
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            Sources.tell(told, e);
            return null;
        }
    }

    /** The managers of one class: mostly one. Of one that is gone nothing stays. */
    private static final class Managers {
        private final List<JtaTransactions> followed = new ArrayList<>(1);
        private boolean unknown;
        private volatile WeakReference<Object> last = new WeakReference<>(null);

        void add(Object manager, Sources sources) {
            if (last.get() != manager) {
                follow(manager, sources);
            }
        }

        private synchronized void follow(Object manager, Sources sources) {
            followed.removeIf(each -> each.manager.get() == null);
            if (!unknown && followed.stream().noneMatch(each -> each.manager.get() == manager)) {
                JtaTransactions fresh =
                        JtaTransactions.follow(manager, manager.getClass().getName(), sources);
                unknown = fresh == null || !followed.add(fresh);
            }
            // Last: a thread that reads it goes on, and its transaction must be seen.
            last = new WeakReference<>(manager);
        }
    }

    /** One copy of a manager; looked up when the first transaction begins, for it may not be made before. */
    private static final class Copy {
        private final Class<?> home;
        private final String method;
        private volatile boolean looked;
        private Object manager;
        private JtaTransactions transactions;

        /** @param home null where it cannot be found */
        Copy(Class<?> home, String method) {
            this.home = home;
            this.method = method;
            this.looked = home == null;
        }

        void addTo(Sources sources) {
            if (!looked) {
                look(sources);
            }
        }

        private synchronized void look(Sources sources) {
            if (looked) {
                return;
            }
            try {
                manager = home.getMethod(method).invoke(null);
            } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                looked = true;
                Sources.tell(home.getName(), e);
            }
            if (manager != null) {
                transactions = follow(manager, home.getName(), sources);
                looked = true;
            }
        }
    }

    @Override
    public FrameworkTransaction active() {
        try {
            Object transaction = current();
            if (transaction == null) {
                return null;
            }
            Transaction known = keeping.get(transaction);
            return known != null ? known : register(transaction);
        } catch (Throwable e) {
            Sources.tell("JTA", e);
            return null;
        }
    }

    @Override
    public boolean isActive() {
        try {
            return current() != null;
        } catch (Throwable e) {
            Sources.tell("JTA", e);
            return false;
        }
    }

    /** The transaction of this thread; null where it is in none, or the manager is gone. */
    private Object current() throws Throwable {
        Object its = manager.get();
        return its == null ? null : Types.call(getTransaction, its);
    }

    /** Null where it takes no synchronization: it is over, or will never be committed. */
    private FrameworkTransaction register(Object transaction) throws Throwable {
        int status = (Integer) Types.call(getStatus, transaction);
        if (status != STATUS_ACTIVE && status != STATUS_MARKED_ROLLBACK) {
            return null;
        }
        Transaction fresh = new Transaction(transaction);
        keeping.put(transaction, fresh);
        boolean registered = false;
        try {
            Types.call(register, transaction, fresh.callback.as(synchronization));
            registered = true;
            return fresh;
        } catch (Exception markedForRollback) {
            return null;
        } finally {
            if (!registered) {
                keeping.remove(transaction);
            }
        }
    }

    /** One transaction that keeps holds. */
    private final class Transaction extends FrameworkTransaction {
        private final Object transaction;

        private final Callback callback = new Callback("Lockgraft: locks that end with the transaction") {
            @Override
            Object called(String method, Object[] arguments) {
                if (method.equals("beforeCompletion")) {
                    rollbackIfLost();
                } else if (method.equals("afterCompletion")) {
                    keeping.remove(transaction);
                    complete();
                }
                return null;
            }
        };

        Transaction(Object transaction) {
            this.transaction = transaction;
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
                return !isCompleted() && transaction.equals(current());
            } catch (Throwable e) {
                return false;
            }
        }
    }
}
