package io.lockgraft.weave;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.type.loader.LoaderName;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.report.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Daemons;
import java.lang.instrument.Instrumentation;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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
    private static final String HIDDEN =
            "it was loaded while another class was being woven, and was therefore hidden from the agent";

    /** At most about one part in so many of the time goes into looking. */
    static final int SHARE = 20;

    /** So many looks find a class that could not be judged, if it is loaded at all. */
    private static final int LOOKS_IN_DOUBT = 20;

    /**
     * A lock of the application's that the waiting thread holds can keep the weaving thread; no longer than this. A
     * busy machine takes more than a second for the weaving itself.
     */
    static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(10);

    /** In nanoseconds; shorter only for tests of what comes after it. */
    static volatile long longestWait = LONGEST_WAIT;

    private final Instrumentation instrumentation;
    private final Weaver weaver;
    private final Coverage coverage;
    private final int share;
    private final Set<Class<?>> found =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<Class<?>, Boolean>()));

    /** What is being woven, each with the end of it. */
    private final Map<Class<?>, CountDownLatch> underWay = new ConcurrentHashMap<>();

    private final Set<Thread> weavers = Collections.newSetFromMap(new ConcurrentHashMap<Thread, Boolean>());
    private volatile boolean watching;
    private volatile boolean left;

    /** How often to look yet for a class that could not be judged; that two threads may count as one does no harm. */
    private volatile int doubts;

    private volatile long notBefore = System.nanoTime();

    /** @param share for how many times as long as a look took there is no other: {@link #SHARE}, or 0 in tests */
    HiddenClasses(Instrumentation instrumentation, Weaver weaver, Coverage coverage, int share) {
        this.instrumentation = instrumentation;
        this.weaver = weaver;
        this.coverage = coverage;
        this.share = share;
    }

    /** Begins, when all that was loaded before the agent has been woven; what was hidden by that comes first. */
    void watch() {
        watching = true;
        for (Class<?> hidden : unseen()) {
            if (found.add(hidden)) {
                weave(hidden);
            }
        }
    }

    /**
     * Called in the transformer, when a class of this loader has been woven or judged; never throws. The application's
     * frames are on the stack, and a loader's parent is not for everybody to see.
     */
    void lookAfter(final ClassLoader loader) {
        if (!watching) {
            return;
        }
        try {
            boolean foreign = AccessController.doPrivileged(new PrivilegedAction<Boolean>() {
                @Override
                public Boolean run() {
                    return Loaders.isForeign(loader);
                }
            });
            if (weaver.index().takeDoubt()) {
                doubts = LOOKS_IN_DOUBT;
            }
            if (!foreign && doubts == 0) {
                lookIfLeft();
            } else if (isTime()) {
                // Not by way of "left": another thread would take it, and this one would go on to the first call.
                lookWithOurRights();
            } else {
                left = true;
            }
            awaitOthers();
        } catch (Throwable e) {
            // What has just been woven is not to be thrown away for it.
            left = true;
        }
    }

    /** Called in the transformer for every other class: nearly always one read of a field. */
    void lookIfLeft() {
        if (left && isTime()) {
            lookWithOurRights();
        }
    }

    private boolean isTime() {
        return System.nanoTime() - notBefore >= 0;
    }

    private void lookWithOurRights() {
        AccessController.doPrivileged(new PrivilegedAction<Void>() {
            @Override
            public Void run() {
                look();
                return null;
            }
        });
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
                    weaveElsewhere(hidden);
                }
            }
        } catch (Throwable e) {
            // The JVM would take it for "leave the class as it is", and it has just been woven.
            Log.error("the classes that a rule means and that were hidden from the agent could not be woven", e);
        }
    }

    private List<Class<?>> unseen() {
        List<Class<?>> unseen = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (!weaver.isOwn(loaded.getClassLoader())
                    && isUnseen(loaded)
                    && instrumentation.isModifiableClass(loaded)) {
                unseen.add(loaded);
            }
        }
        Subtypes.sort(unseen);
        return unseen;
    }

    private boolean isUnseen(Class<?> loaded) {
        // The JVM's anonymous classes have a slash in their names, and cannot be transformed again.
        return loaded.getName().indexOf('/') < 0
                && weaver.index().mayMean(loaded)
                && !weaver.classes().seen().contains(loaded.getClassLoader(), loaded.getName())
                && !weaver.index().isUnmeant(loaded);
    }

    /**
     * On another thread, for on this one the JVM would hide it again. It is waited for, so that no call comes first;
     * but not where this thread has the loader's own lock, as the JVM takes it for a loader that is not parallel
     * capable: nothing of that loader can be woven before this class is defined.
     */
    private void weaveElsewhere(final Class<?> hidden) {
        final CountDownLatch woven = new CountDownLatch(1);
        underWay.put(hidden, woven);
        try {
            Daemons.start("lockgraft-weaver", new Runnable() {
                @Override
                public void run() {
                    weavers.add(Thread.currentThread());
                    try {
                        weave(hidden);
                    } finally {
                        weavers.remove(Thread.currentThread());
                        woven.countDown();
                    }
                }
            });
            if (!awaits(hidden, woven)) {
                tell(
                        hidden,
                        reason(hidden) + ". It is woven as soon as that lets go of the loader; till then its methods"
                                + " run without their locks");
            }
        } finally {
            underWay.remove(hidden);
        }
    }

    /** Another thread may have found what this one is about to call. Weavers wait for those only that they start. */
    private void awaitOthers() {
        if (!underWay.isEmpty() && !weavers.contains(Thread.currentThread())) {
            for (Map.Entry<Class<?>, CountDownLatch> each : underWay.entrySet()) {
                awaits(each.getKey(), each.getValue());
            }
        }
    }

    /** Whether it has been woven. An interrupt is the application's, and is kept for it. */
    private static boolean awaits(Class<?> hidden, CountDownLatch woven) {
        ClassLoader loader = hidden.getClassLoader();
        if (loader != null && Thread.holdsLock(loader)) {
            return false;
        }
        long begin = System.nanoTime();
        long most = longestWait;
        boolean interrupted = false;
        boolean done = false;
        for (long rest = most; rest > 0 && !done; rest = most - (System.nanoTime() - begin)) {
            try {
                done = woven.await(rest, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return done;
    }

    private void weave(Class<?> hidden) {
        weaver.loaded().weave(hidden);
        if (isSeen(hidden)) {
            String late = reason(hidden) + ". It has been woven since; calls before that ran without their locks";
            coverage.note(hidden.getName(), hidden.getClassLoader(), late);
            tell(hidden, late);
        }
    }

    private boolean isSeen(Class<?> type) {
        return weaver.classes().seen().contains(type.getClassLoader(), type.getName());
    }

    /** Says at the end which classes never came to be woven. */
    void tellUnwoven() {
        for (Class<?> hidden : unseen()) {
            String reason = reason(hidden) + ": its methods run without their locks";
            tell(hidden, reason);
            ClassLoader loader = hidden.getClassLoader();
            for (Rule rule : weaver.rules().rules()) {
                for (MethodPattern pattern : rule.patterns()) {
                    if (means(pattern, hidden)) {
                        coverage.site(
                                rule.name(),
                                hidden.getName(),
                                pattern.toString(),
                                loader,
                                Coverage.State.NOT_APPLIED,
                                reason);
                    }
                }
            }
        }
    }

    private void tell(Class<?> hidden, String what) {
        for (Rule rule : weaver.rules().rules()) {
            for (MethodPattern pattern : rule.patterns()) {
                if (means(pattern, hidden)) {
                    Log.error(rule.position() + ": rule '" + rule.name() + "': " + hidden.getName() + " of "
                            + LoaderName.of(hidden.getClassLoader()) + ": " + what);
                    break;
                }
            }
        }
    }

    private String reason(Class<?> hidden) {
        String unread = weaver.index().unread(hidden.getName());
        return unread == null
                ? HIDDEN
                : "as it was loaded the class file of " + unread
                        + ", which it extends or implements, could not be read";
    }

    private static boolean means(MethodPattern pattern, Class<?> type) {
        return (pattern.namesType(type.getName()) || Subtypes.take(pattern, type))
                && (!pattern.wantsAnnotation() || mentionsAnnotation(pattern, type));
    }

    private static boolean mentionsAnnotation(MethodPattern pattern, Class<?> type) {
        byte[] bytes = LoaderTypes.bytes(type.getClassLoader(), type.getName());
        try {
            return bytes != null && new Header(bytes).mentionsAnnotation(pattern);
        } catch (RuntimeException unreadable) {
            return false;
        }
    }
}
