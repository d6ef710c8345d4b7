package io.lockgraft.transactions;

import io.lockgraft.asynchronous.Types;
import io.lockgraft.engine.hold.Work;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * The transactions that Spring's managers have open on one thread, the outermost first. Spring tells synchronizations
 * of the innermost one alone. Where two managers have one each, work that is done in both is over with the last of
 * them.
 */
final class OpenTransactions {
    private static final ThreadLocal<List<Open>> HERE = new ThreadLocal<>();

    /** By the class of a status: how to ask it; null where it is none of Spring's own. */
    private static final ClassValue<Status> STATUS = new ClassValue<Status>() {
        @Override
        protected Status computeValue(Class<?> type) {
            try {
                return Status.of(type);
            } catch (ReflectiveOperationException | LinkageError e) {
                Sources.tell("this version of Spring", e);
                return null;
            }
        }
    };

    private OpenTransactions() {}

    /** A manager has begun a transaction on this thread, or suspended one, or takes part in one. */
    static void began(Object manager, Object status) {
        Status asked = status == null ? null : STATUS.get(status.getClass());
        if (asked == null) {
            return;
        }
        boolean begins = asked.isNew(status);
        if (begins || asked.suspends(status)) {
            List<Open> here = HERE.get();
            if (here == null) {
                here = new ArrayList<>(2);
                HERE.set(here);
            }
            here.add(new Open(manager, status, asked, begins));
        }
    }

    /** The transaction of this thread that is about to be completed by its manager; null where it is not known. */
    static Open of(Object status) {
        List<Open> here = HERE.get();
        for (int i = here == null ? -1 : here.size() - 1; i >= 0; i--) {
            if (here.get(i).status == status) {
                return here.get(i);
            }
        }
        return null;
    }

    /**
     * The transactions of this thread that are not suspended, the innermost first.
     *
     * @param but whether the innermost one is left out, because its synchronizations are told
     */
    static List<Work> around(boolean but) {
        List<Work> around = new ArrayList<>(1);
        List<Open> here = HERE.get();
        boolean leaveOut = but;
        for (int i = here == null ? -1 : here.size() - 1; i >= 0; i--) {
            Open each = here.get(i);
            if (each.begins && !each.isSuspended()) {
                if (!leaveOut) {
                    around.add(each);
                }
                leaveOut = false;
            }
        }
        return around;
    }

    /** Asks a status of Spring's. */
    private static final class Status {
        private final Method isNew;
        private final Method suspended;
        private final Method rollbackOnly;

        private Status(Class<?> type) throws NoSuchMethodException {
            isNew = type.getMethod("isNewTransaction");
            suspended = type.getMethod("getSuspendedResources");
            rollbackOnly = type.getMethod("setRollbackOnly");
        }

        static Status of(Class<?> type) throws NoSuchMethodException {
            Class<?> own = Types.named("org.springframework.transaction.support.DefaultTransactionStatus", type);
            return own == null ? null : new Status(own);
        }

        boolean isNew(Object status) {
            return Boolean.TRUE.equals(ask(isNew, status));
        }

        boolean suspends(Object status) {
            return ask(suspended, status) != null;
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

    /** One of them. It keeps holds where it is not the innermost one. */
    static final class Open extends FrameworkTransaction {
        private final Object manager;
        private final Object status;
        private final Status asked;
        /** False: its manager has only suspended the one before. */
        private final boolean begins;

        Open(Object manager, Object status, Status asked, boolean begins) {
            this.manager = manager;
            this.status = status;
            this.asked = asked;
            this.begins = begins;
        }

        @Override
        Object called(String method) {
            throw new IllegalStateException("no synchronization of it is registered");
        }

        /** Lets its manager roll it back in place of committing it. */
        void rollBackOnly() {
            Status.ask(asked.rollbackOnly, status);
        }

        /** Its manager has completed it. Called on its thread. */
        void ended() {
            List<Open> here = HERE.get();
            if (here != null) {
                here.remove(this);
                if (here.isEmpty()) {
                    HERE.remove();
                }
            }
            complete();
        }

        /** True while its manager has a later one on this thread. */
        private boolean isSuspended() {
            List<Open> here = HERE.get();
            for (int i = here == null ? -1 : here.size() - 1; i >= 0 && here.get(i) != this; i--) {
                if (here.get(i).manager == manager) {
                    return true;
                }
            }
            return false;
        }

        @Override
        protected boolean isHere() {
            return thread() == Thread.currentThread() && !isCompleted() && !isSuspended();
        }

        @Override
        protected boolean isSuspendedHere() {
            return thread() == Thread.currentThread() && !isCompleted() && isSuspended();
        }
    }
}
