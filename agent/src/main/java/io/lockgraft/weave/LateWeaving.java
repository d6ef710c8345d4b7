package io.lockgraft.weave;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.type.loader.LoaderName;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Daemons;
import io.lockgraft.weave.match.Header;
import io.lockgraft.weave.match.Subtypes;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Weaves classes that the JVM has hidden from the weaver, and says of each how it was woven, or that it was not. A
 * thread
 * of its own does it: on one that is in the transformer the JVM would hide the class again.
 */
final class LateWeaving {
    private static final String HIDDEN =
            "it was loaded while another class was being woven, and was therefore hidden from the agent";

    /**
     * A lock of the application's that the waiting thread holds can keep the weaving thread; no longer than this. A
     * busy machine takes more than a second for the weaving itself.
     */
    static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(10);

    /** In nanoseconds; shorter only for tests of what comes after it. */
    static volatile long longestWait = LONGEST_WAIT;

    private final Weaver weaver;
    private final Coverage coverage;

    /** What is being woven, each with the end of it. */
    private final Map<Class<?>, CountDownLatch> underWay = new ConcurrentHashMap<>();

    private final Set<Thread> weavers = Collections.newSetFromMap(new ConcurrentHashMap<Thread, Boolean>());

    LateWeaving(Weaver weaver, Coverage coverage) {
        this.weaver = weaver;
        this.coverage = coverage;
    }

    /**
     * On another thread, for on this one the JVM would hide it again. It is waited for, so that no call comes first;
     * but not where this thread has the loader's own lock, as the JVM takes it for a loader that is not parallel
     * capable: nothing of that loader can be woven before this class is defined.
     */
    void weaveElsewhere(final Class<?> hidden) {
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
                                + " run without their locks",
                        false);
            }
        } finally {
            underWay.remove(hidden);
        }
    }

    /** Another thread may have found what this one is about to call. Weavers wait for those only that they start. */
    void awaitOthers() {
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
        long until = System.nanoTime() + longestWait;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return woven.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** On this thread, which is not in the transformer. */
    void weave(Class<?> hidden) {
        weaver.loaded.weave(hidden);
        if (weaver.hasSeen(hidden.getClassLoader(), hidden.getName())) {
            String late = reason(hidden) + ". It has been woven since; calls before that ran without their locks";
            coverage.note(hidden.getName(), hidden.getClassLoader(), late);
            tell(hidden, late, false);
        }
    }

    /** Says at the end that a class never came to be woven. */
    void tellUnwoven(Class<?> hidden) {
        tell(hidden, reason(hidden) + ": its methods run without their locks", true);
    }

    private void tell(Class<?> hidden, String what, boolean unwoven) {
        ClassLoader loader = hidden.getClassLoader();
        String name = hidden.getName();
        for (Rule rule : weaver.rules.rules()) {
            boolean means = false;
            for (MethodPattern pattern : rule.patterns()) {
                if (Subtypes.take(pattern, hidden)
                        && (!pattern.wantsAnnotation() || mentionsAnnotation(pattern, hidden))) {
                    means = true;
                    if (unwoven) {
                        coverage.of(rule.name())
                                .site(name, pattern.toString(), loader, Coverage.State.NOT_APPLIED, what);
                    }
                }
            }
            if (means) {
                Log.error(rule.position() + ": rule '" + rule.name() + "': " + name + " of " + LoaderName.of(loader)
                        + ": " + what);
            }
        }
    }

    private String reason(Class<?> hidden) {
        String unread = weaver.index.unread(hidden.getName());
        return unread == null
                ? HIDDEN
                : "as it was loaded the class file of " + unread
                        + ", which it extends or implements, could not be read";
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
