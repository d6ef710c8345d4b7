package io.lockgraft.transactions;

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
    private static final ClassValue<SpringStatus> STATUS = new ClassValue<SpringStatus>() {
        @Override
        protected SpringStatus computeValue(Class<?> type) {
            try {
                return SpringStatus.of(type);
            } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
                Sources.tell("this version of Spring", e);
                return null;
            }
        }
    };

    private OpenTransactions() {}

    /** A manager has begun a transaction on this thread, or suspended one, or takes part in one. */
    static void began(Object manager, Object status) {
        SpringStatus asked = status == null ? null : STATUS.get(status.getClass());
        if (asked == null) {
            return;
        }
        Open open = new Open(manager, status, asked);
        if (open.begins || open.synchronizes || open.suspends) {
            List<Open> here = HERE.get();
            if (here == null) {
                here = new ArrayList<>(2);
                HERE.set(here);
            }
            if (open.suspends) {
                suspend(here, open);
            }
            here.add(open);
        }
    }

    /** Of several, a manager suspends its own. One that has none stands on the resources of another manager. */
    private static void suspend(List<Open> here, Open by) {
        for (int i = here.size() - 1; i >= 0; i--) {
            Open each = here.get(i);
            if (each.manager == by.manager && each.isTransaction() && !each.isSuspended()) {
                each.suspendedBy = by;
                return;
            }
        }
        for (Open each : here) {
            each.suspendedBy = each.isSuspended() ? each.suspendedBy : by;
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

    /** The one of this thread whose synchronizations are told; null where it is not known. */
    static Open synchronizing() {
        List<Open> here = HERE.get();
        for (int i = here == null ? -1 : here.size() - 1; i >= 0; i--) {
            if (here.get(i).synchronizes) {
                return here.get(i);
            }
        }
        return null;
    }

    /** Adds those of this thread that are not suspended, the innermost first. */
    static void addTo(List<FrameworkTransaction> active) {
        List<Open> here = HERE.get();
        for (int i = here == null ? -1 : here.size() - 1; i >= 0; i--) {
            Open each = here.get(i);
            if (each.begins && !each.isSuspended() && !active.contains(each.toldOf())) {
                active.add(each.toldOf());
            }
        }
    }

    /** One of them. It keeps holds where no synchronization of ours is told of its end. */
    static final class Open extends FrameworkTransaction {
        private final Object manager;
        private final Object status;
        private final SpringStatus asked;
        /** False: its manager takes part in another one's, or has only suspended the one before. */
        private final boolean begins;

        private final boolean synchronizes;
        private final boolean suspends;

        /** The same, known by a synchronization of ours; or null. */
        private FrameworkTransaction told;

        /** What has suspended it and is not over yet; null mostly. */
        private Open suspendedBy;

        Open(Object manager, Object status, SpringStatus asked) {
            this.manager = manager;
            this.status = status;
            this.asked = asked;
            this.begins = asked.isNewTransaction(status);
            this.synchronizes = asked.isNewSynchronization(status);
            this.suspends = asked.suspends(status);
        }

        private boolean isTransaction() {
            return begins || synchronizes;
        }

        /** A synchronization of ours will be told of its end. */
        void toldOf(FrameworkTransaction transaction) {
            told = transaction;
        }

        private FrameworkTransaction toldOf() {
            return told == null || told.isCompleted() ? this : told;
        }

        @Override
        Object called(String method) {
            throw new IllegalStateException("no synchronization of it is registered");
        }

        /** Lets its manager roll it back in place of committing it. */
        void rollBackOnly() {
            asked.setRollbackOnly(status);
        }

        /** Its manager has completed it. Called on its thread. */
        void ended() {
            List<Open> here = HERE.get();
            if (here != null) {
                here.remove(this);
                for (Open each : here) {
                    each.suspendedBy = each.suspendedBy == this ? null : each.suspendedBy;
                }
                if (here.isEmpty()) {
                    HERE.remove();
                }
            }
            complete();
        }

        /** Called on its thread. */
        boolean isSuspended() {
            return suspendedBy != null;
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
