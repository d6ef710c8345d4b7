package io.lockgraft.transactions;

import io.lockgraft.api.LockLostException;
import io.lockgraft.asynchronous.Types;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.later.TransactionLocks;
import io.lockgraft.engine.later.Watch;
import java.lang.invoke.MethodHandle;

/**
 * The transactions of one copy of Spring, 4.3 to 7: those of a PlatformTransactionManager, which belong to their thread
 * until they are completed.
 */
final class SpringTransactions implements Source {
    private static final String PACKAGE = "org.springframework.transaction.support.";
    static final String MANAGER = PACKAGE + "AbstractPlatformTransactionManager";

    /** Of the synchronizations that are told at the end of a transaction ours is among the last. */
    private static final int LOWEST_PRECEDENCE = Integer.MAX_VALUE;

    private final Class<?> synchronization;
    private final MethodHandle isActual;
    private final MethodHandle takesSynchronizations;
    private final MethodHandle register;

    /** The transaction that this thread is in, once a hold has been kept in it. */
    private final ThreadLocal<Transaction> current = new ThreadLocal<>();

    SpringTransactions(ClassLoader spring) throws ReflectiveOperationException {
        Class<?> manager = Class.forName(PACKAGE + "TransactionSynchronizationManager", false, spring);
        synchronization = Class.forName(PACKAGE + "TransactionSynchronization", false, spring);
        isActual = Types.handle(manager, "isActualTransactionActive");
        takesSynchronizations = Types.handle(manager, "isSynchronizationActive");
        register = Types.handle(manager, "registerSynchronization", synchronization);
    }

    /** Watches where transactions begin, until each copy of Spring has added itself to the sources. */
    static Watch begin(final Sources sources) {
        return new Watch() {
            private final ClassValue<SpringTransactions> known = new ClassValue<SpringTransactions>() {
                @Override
                protected SpringTransactions computeValue(Class<?> manager) {
                    Class<?> base = Types.named(MANAGER, manager);
                    try {
                        SpringTransactions its = COPIES.get(base);
                        sources.add(its, true);
                        return its;
                    } catch (IllegalStateException otherVersion) {
                        sources.addUnknown("this version of Spring", otherVersion.getCause());
                        return null;
                    }
                }
            };

            @Override
            public Token enter(TransactionLocks locks, Object self, Object[] arguments) {
                return known.get(self.getClass()) == null ? Token.NONE : new Beginning(self);
            }
        };
    }

    /** A call by which a manager begins a transaction, or takes part in one. */
    private static final class Beginning implements Token {
        private final Object manager;

        Beginning(Object manager) {
            this.manager = manager;
        }

        @Override
        public Object exit(Object status, Throwable thrown) {
            OpenTransactions.began(manager, status);
            return status;
        }
    }

    /** By the class of Spring's that managers extend. */
    private static final ClassValue<SpringTransactions> COPIES = new ClassValue<SpringTransactions>() {
        @Override
        protected SpringTransactions computeValue(Class<?> base) {
            try {
                return new SpringTransactions(base.getClassLoader());
            } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                throw new IllegalStateException("not as expected: " + base.getName(), e);
            }
        }
    };

    @Override
    public String framework() {
        return "Spring";
    }

    @Override
    public FrameworkTransaction active() throws Throwable {
        if (!(boolean) isActual.invokeExact() || !(boolean) takesSynchronizations.invokeExact()) {
            return null;
        }
        Transaction known = current.get();
        if (known != null && !known.isCompleted()) {
            return known;
        }
        Transaction transaction = new Transaction();
        register.invokeExact((Object) transaction.synchronization(synchronization));
        current.set(transaction);
        if (transaction.open != null) {
            transaction.open.toldOf(transaction);
        }
        return transaction;
    }

    @Override
    public boolean isActive() throws Throwable {
        return (boolean) isActual.invokeExact();
    }

    /** One transaction that keeps holds. */
    private final class Transaction extends FrameworkTransaction {
        /** Null where it has begun before Lockgraft looked. */
        private final OpenTransactions.Open open = OpenTransactions.synchronizing();

        /** Its synchronizations are: where another manager begins, it goes on all the same. */
        private boolean suspended;

        /** Nothing that is done under its locks from now on can miss what it has written. */
        private boolean committed;

        @Override
        Object called(String method) {
            switch (method) {
                case "getOrder":
                    return LOWEST_PRECEDENCE;
                case "suspend":
                    suspended = true;
                    current.remove();
                    break;
                case "resume":
                    suspended = false;
                    current.set(this);
                    break;
                case "beforeCommit":
                    LockLostException lost = lostBeforeCommit();
                    if (lost != null) {
                        throw lost;
                    }
                    break;
                case "afterCommit":
                    committed = true;
                    break;
                case "afterCompletion":
                    // Where Spring stands on another transaction manager, this may come on a thread of that.
                    if (current.get() == this) {
                        current.remove();
                    }
                    complete();
                    break;
                default:
            }
            return null;
        }

        private boolean isSuspended() {
            return !committed && !isCompleted() && (open == null ? suspended : open.isSuspended());
        }

        @Override
        protected boolean isHere() {
            return thread() == Thread.currentThread() && !isSuspended() && isGoingOn();
        }

        @Override
        protected boolean isSuspendedHere() {
            return thread() == Thread.currentThread() && isSuspended();
        }
    }
}
