package io.lockgraft.asynchronous;

import io.lockgraft.engine.call.LaterLock;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;

/**
 * What stands in for a publisher of the application's: each of its subscriptions takes the lock anew. Or, where the
 * call
 * was decided before, for the publisher that the call would have made.
 */
final class Publication implements InvocationHandler {
    private final Library library;
    /** Null where the call was decided. */
    private final LaterLock lock;
    /** As a publisher; or null. */
    private final Object original;
    /** What the call was decided to be; or null. */
    private final Callable<Object> decided;

    private Publication(Library library, LaterLock lock, Object original, Callable<Object> decided) {
        this.library = library;
        this.lock = lock;
        this.original = original;
        this.decided = decided;
    }

    /** In place of this publisher one of the same type that takes the lock; the same where it is none. */
    static Object guarded(Object returned, LaterLock lock) {
        try {
            Library library = libraryOf(returned.getClass(), lock.returnType());
            if (library != null) {
                return library.back(library.protocol()
                        .publisher(new Publication(library, lock, library.publisher(returned), null)));
            }
            return lock.refuse(returned, returned.getClass().getName() + " can only be guarded as what it is");
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            return lock.refuse(returned, returned.getClass().getName() + " cannot be guarded: " + e);
        }
    }

    /**
     * A publisher of this type that gives what was decided: the item, or nothing for null, or what is thrown. Null
     * where none can be made. A value of the type is it already.
     */
    static Object decided(String type, ClassLoader loader, Callable<Object> outcome) {
        try {
            Library library = libraryOf(Class.forName(type, false, loader), type);
            return library == null
                    ? null
                    : library.back(library.protocol().publisher(new Publication(library, null, null, outcome)));
        } catch (Throwable otherVersion) {
            return null;
        }
    }

    /** The one whose values a method of this return type may return. */
    private static Library libraryOf(Class<?> type, String returnType) {
        Library library = Library.of(type);
        if (library == null || Types.named(returnType, library.type()) != null) {
            return library;
        }
        Class<?> declared = Types.named(returnType, type);
        return declared == null || Protocol.in(declared) == null ? null : Library.plain(Protocol.in(declared));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (!method.getName().equals("subscribe")) {
            return Protocol.other(proxy, method, arguments, library.type().getName());
        }
        if (arguments[0] == null) {
            throw new NullPointerException("the subscriber");
        }
        new Subscription(this, arguments[0]).begin();
        return null;
    }

    Library library() {
        return library;
    }

    LaterLock lock() {
        return lock;
    }

    Object original() {
        return original;
    }

    Callable<Object> decided() {
        return decided;
    }
}
