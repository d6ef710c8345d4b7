package io.lockgraft.engine.fence;

import io.lockgraft.language.expression.handle.Access;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The thread contexts of the logging libraries that a class loader sees and that are in use. Looked for when the first
 * call of a site comes, and by later calls after a second, two, four: an application may begin to log late, or never.
 * Loads nothing but the context class of a library whose entry class is loaded.
 */
final class LogContexts {
    private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.MINUTES.toNanos(1);

    private final ClassLoader loader;
    private final ClassesOfLoader loaded;
    private final Access access;
    private final ReentrantLock looking = new ReentrantLock();
    private final Set<LogLibrary> unseen = EnumSet.allOf(LogLibrary.class);
    private long pause = FIRST_PAUSE;
    private volatile long lookAt = System.nanoTime();
    private volatile LogContext[] found = new LogContext[0];

    LogContexts(ClassLoader loader, ClassesOfLoader loaded, Access access) {
        this.loader = loader;
        this.loaded = loaded;
        this.access = access;
    }

    /** Contexts that are in use now. */
    LogContext[] inUse() {
        if (System.nanoTime() - lookAt >= 0 && looking.tryLock()) {
            try {
                AccessController.doPrivileged((PrivilegedAction<Void>) this::look);
            } finally {
                looking.unlock();
            }
        }
        return found;
    }

    private Void look() {
        for (ClassLoader each = loader; each != null && !unseen.isEmpty(); each = each.getParent()) {
            for (Class<?> type : loaded.of(each)) {
                for (LogLibrary library : LogLibrary.values()) {
                    if (type.getName().equals(library.entry) && unseen.contains(library)) {
                        add(library, type);
                    }
                }
            }
        }
        lookAt = System.nanoTime() + (unseen.isEmpty() ? Long.MAX_VALUE / 2 : pause);
        pause = Math.min(LONGEST_PAUSE, pause * 2);
        return null;
    }

    /** Once it is ready; one that fails is left alone from then on, and fails no call. */
    private void add(LogLibrary library, Class<?> entry) {
        try {
            if (library.isReady(entry, access)) {
                unseen.remove(library);
                LogContext[] more = Arrays.copyOf(found, found.length + 1);
                more[found.length] = new LogContext(library, entry);
                found = more;
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            unseen.remove(library);
            ToldToken.FAILURES.warn(() -> "the fence token cannot be put into log lines by " + library.context, e);
        }
    }
}
