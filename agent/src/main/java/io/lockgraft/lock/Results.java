package io.lockgraft.lock;

import io.lockgraft.language.type.TypeSource;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/** Results that a method returns before its work is done. */
public interface Results {
    /** When the work of a result is done. */
    enum Kind {
        /** When it is completed: {@link Results#workOf}. */
        FOLLOWED,
        /** With each subscription anew, and not before the first: {@link Results#guarded}. */
        SUBSCRIBED,
        /** Each time that it is called: {@link Results#guarded}. */
        CALLED
    }

    /** Of what a method of this return type returns; null where its work is done then, or where its end cannot be seen. */
    Kind kindOf(String returnType, TypeSource types);

    /** What goes on after a method has returned this; null where its work is done. */
    Work workOf(Object returned);

    /** In place of this result one whose work runs under the lock; the same where it cannot be made. */
    Object guarded(Object returned, LaterLock lock);

    /**
     * In place of a call whose result is {@link Kind#SUBSCRIBED} one of this type that gives what this gives, each time
     * that it is subscribed to; null where none can be made.
     */
    Object decided(String returnType, ClassLoader loader, Callable<Object> outcome);

    /** Where the current thread must not be blocked: what runs the rest on it. Null where it may be. */
    Executor eventLoop();

    /** What a call gets at once that must not be blocked; null where there is nothing of its return type. */
    Object promised(LaterLock lock, Executor eventLoop);

    Results NONE = new None();

    /** Knows of none. */
    class None implements Results {
        @Override
        public Kind kindOf(String returnType, TypeSource types) {
            return null;
        }

        @Override
        public Work workOf(Object returned) {
            return null;
        }

        @Override
        public Object guarded(Object returned, LaterLock lock) {
            return returned;
        }

        @Override
        public Object decided(String returnType, ClassLoader loader, Callable<Object> outcome) {
            return null;
        }

        @Override
        public Executor eventLoop() {
            return null;
        }

        @Override
        public Object promised(LaterLock lock, Executor eventLoop) {
            return null;
        }
    }
}
