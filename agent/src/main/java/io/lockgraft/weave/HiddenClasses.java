package io.lockgraft.weave;

import io.lockgraft.language.type.loader.PlatformLoader;
import io.lockgraft.manage.Coverage;
import io.lockgraft.spi.log.Log;
import io.lockgraft.weave.match.Subtypes;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Finds the classes that a rule means and that the JVM has hidden from the weaver, and has them woven late.
 *
 * <p>The JVM shows an agent no class that is loaded on a thread which is in that agent's transformer already. The
 * weaver loads none of the application's, but it asks loaders for class files, and a loader that is not the JDK's is
 * code of the application's that may load what it needs. So the loaded classes are gone through after such a loader was
 * asked. That takes some milliseconds in a large application, so it is left for a later class when it would take more
 * than a small share of the time.
 */
final class HiddenClasses {
    /** At most about one part in so many of the time goes into looking. */
    static final int SHARE = 20;

    /** So many looks find a class that could not be judged, if it is loaded at all. */
    private static final int LOOKS_IN_DOUBT = 20;

    private final Weaver weaver;
    private final LateWeaving late;
    private final int share;
    private final Set<Class<?>> found =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<Class<?>, Boolean>()));

    private volatile boolean watching;
    private volatile boolean left;

    /** How often to look yet for a class that could not be judged; that two threads may count as one does no harm. */
    private volatile int doubts;

    private volatile long notBefore = System.nanoTime();

    /** @param share for how many times as long as a look took there is no other: {@link #SHARE}, or 0 in tests */
    HiddenClasses(Weaver weaver, Coverage coverage, int share) {
        this.weaver = weaver;
        this.late = new LateWeaving(weaver, coverage);
        this.share = share;
    }

    /** Begins, when all that was loaded before the agent has been woven; what was hidden by that comes first. */
    void watch() {
        watching = true;
        for (Class<?> hidden : unseen()) {
            if (found.add(hidden)) {
                late.weave(hidden);
            }
        }
    }

    /** Ends: the rules are taken back. */
    void unwatch() {
        watching = false;
    }

    /**
     * Called in the transformer, when a class of this loader has been woven or judged. The application's frames are on
     * the stack, and not every caller may see a loader's parent.
     */
    void lookAfter(final ClassLoader loader) {
        if (!watching) {
            return;
        }
        AccessController.doPrivileged(new PrivilegedAction<Void>() {
            @Override
            public Void run() {
                if (weaver.index.takeDoubt()) {
                    doubts = LOOKS_IN_DOUBT;
                }
                if (left || doubts > 0 || PlatformLoader.isForeign(loader)) {
                    left = true;
                    if (isTime()) {
                        // Even if another thread has taken it meanwhile: this one would go on to the first call.
                        look();
                    }
                }
                late.awaitOthers();
                return null;
            }
        });
    }

    /** Called in the transformer for every other class: nearly always one read of a field. */
    void lookIfLeft() {
        if (left && watching && isTime()) {
            AccessController.doPrivileged(new PrivilegedAction<Void>() {
                @Override
                public Void run() {
                    look();
                    return null;
                }
            });
        }
    }

    private boolean isTime() {
        return System.nanoTime() - notBefore >= 0;
    }

    private void look() {
        // A class that could not be judged is loaded only after this, and after the super types that it waits for.
        left = doubts > 0;
        doubts = Math.max(0, doubts - 1);
        long begin = System.nanoTime();
        try {
            List<Class<?>> unseen = unseen();
            notBefore = System.nanoTime() + share * (System.nanoTime() - begin);
            for (Class<?> hidden : unseen) {
                if (found.add(hidden)) {
                    late.weaveElsewhere(hidden);
                }
            }
        } catch (Throwable e) {
            left = true;
            notBefore = System.nanoTime() + share * (System.nanoTime() - begin);
            Log.error("the classes that a rule means and that were hidden from the agent could not be woven", e);
        }
    }

    private List<Class<?>> unseen() {
        List<Class<?>> unseen = new ArrayList<>();
        for (Class<?> meant : weaver.loaded.meant()) {
            // The JVM's anonymous classes have a slash in their names, and cannot be transformed again.
            if (meant.getName().indexOf('/') < 0
                    && !weaver.hasSeen(meant.getClassLoader(), meant.getName())
                    && !weaver.index.isUnmeant(meant)) {
                unseen.add(meant);
            }
        }
        Subtypes.sort(unseen);
        return unseen;
    }

    /** Says at the end which classes never came to be woven. */
    void tellUnwoven() {
        for (Class<?> hidden : unseen()) {
            late.tellUnwoven(hidden);
        }
    }
}
