package io.lockgraft.engine.site;

import io.lockgraft.engine.report.RuleReport;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.manage.Counters;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Until;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * All sites of this JVM, by the number that their woven code carries. Numbers of sites whose loader was collected are
 * given out again, once no code is left that carries them and can still run: an object's finalizer may.
 */
public final class Sites {
    private final Map<LoaderKey, Map<SiteKey, Integer>> numbers = new HashMap<>();
    private final ReferenceQueue<ClassLoader> ended = new ReferenceQueue<>();
    private final Set<LoaderEnd> ends = new HashSet<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private final Map<String, RuleReport> reports = new TreeMap<>();
    private final SitesByMethod byMethod = new SitesByMethod(new SitesByMethod.Declared() {
        @Override
        public int[] of(Method method) {
            return Sites.this.of(method);
        }
    });
    private int used;
    /** Grows with each new site. */
    private volatile int changes;

    /** Written under the lock, read without one: a slot is filled before anybody knows its number. */
    private volatile Site[] sites = new Site[64];

    /**
     * The number of this rule's site in this method of this loader's class; the same one again when the class is woven
     * again. Holds the loader weakly.
     *
     * @param refusal why the rule cannot be applied here: the site then throws on call, or runs without the lock where
     *     the rule fails open; null where it can
     */
    public synchronized int add(Rule rule, MethodShape method, ClassLoader loader, String refusal) {
        freeEnded();
        LoaderKey loaderKey = new LoaderKey(loader);
        Map<SiteKey, Integer> ofLoader = numbers.get(loaderKey);
        if (ofLoader == null) {
            ofLoader = new HashMap<>();
            numbers.put(loaderKey, ofLoader);
            if (loader != null) {
                ends.add(new LoaderEnd(loader, loaderKey, ended));
            }
        }
        SiteKey key = new SiteKey(rule, method);
        Integer known = ofLoader.get(key);
        if (known != null && Objects.equals(sites[known].refusal(), refusal)) {
            return known;
        }
        RuleReport report = report(rule);
        int number = known != null ? known : free.isEmpty() ? used++ : free.poll();
        put(number, new Site(rule, method, loader, refusal, report));
        changes++;
        ofLoader.put(key, number);
        return number;
    }

    /**
     * Lets all calls of the sites that there are run without their locks from now on, as those of a class that stays
     * woven though its rules were refused. No later site has the number of one of them.
     */
    public synchronized void withdraw() {
        for (Map<SiteKey, Integer> ofLoader : numbers.values()) {
            for (Integer number : ofLoader.values()) {
                sites[number] = sites[number].withdrawn();
            }
        }
    }

    /**
     * The sites of the method that a call of this one on an object of this class runs and that may be entered ahead of
     * it, the outermost first; none where it is not locked, or where that cannot be told.
     */
    public int[] of(Class<?> type, Method called) {
        return byMethod.of(type, called, changes);
    }

    /** Those of a method that a class declares. */
    private synchronized int[] of(Method method) {
        Map<SiteKey, Integer> ofLoader =
                numbers.get(new LoaderKey(method.getDeclaringClass().getClassLoader()));
        if (ofLoader == null) {
            return new int[0];
        }
        String wanted = SiteKey.text(LoadedTypes.shape(method));
        List<Integer> found = new ArrayList<>(1);
        for (Map.Entry<SiteKey, Integer> each : ofLoader.entrySet()) {
            // One that ends with the method begins with it, too: the lock would be held until after the commit.
            if (each.getKey().method.equals(wanted) && each.getKey().rule.hold().until() != Until.RETURN) {
                found.add(each.getValue());
            }
        }
        found.sort(Comparator.comparing(
                        (Integer number) -> sites[number].rule().position().line())
                .thenComparing(number -> sites[number].rule().position().column()));
        int[] ordered = new int[found.size()];
        for (int i = 0; i < ordered.length; i++) {
            ordered[i] = found.get(i);
        }
        return ordered;
    }

    synchronized RuleReport report(Rule rule) {
        RuleReport report = reports.get(rule.name());
        if (report == null) {
            report = new RuleReport(rule.name());
            reports.put(rule.name(), report);
        }
        return report;
    }

    public Site get(int number) {
        return sites[number];
    }

    /** What was counted under each rule that has a site, by the rule's name. */
    public synchronized Map<String, Counters> counters() {
        Map<String, Counters> counters = new TreeMap<>();
        for (Map.Entry<String, RuleReport> report : reports.entrySet()) {
            counters.put(report.getKey(), report.getValue().counters());
        }
        return counters;
    }

    /** How many sites there are, for tests. */
    synchronized int size() {
        freeEnded();
        return used - free.size();
    }

    /** How many loaders have sites, as far as it is known; for tests. */
    synchronized int loaders() {
        return ends.size();
    }

    private void put(int number, Site site) {
        Site[] all = sites;
        if (number >= all.length) {
            all = Arrays.copyOf(all, all.length * 2);
        }
        all[number] = site;
        sites = all;
    }

    /**
     * Lets go of loaders that have been collected. Up to Java 8 a phantom reference keeps its loader, with all classes,
     * until it is taken out of here, be it that no class is woven any more. Cheap where there is none.
     */
    public void forgetEnded() {
        Reference<?> end = ended.poll();
        if (end != null) {
            free(end);
        }
    }

    private void freeEnded() {
        for (Reference<?> end = ended.poll(); end != null; end = ended.poll()) {
            free(end);
        }
    }

    private synchronized void free(Reference<?> end) {
        ends.remove(end);
        for (Integer number : numbers.remove(((LoaderEnd) end).loader).values()) {
            sites[number] = null;
            free.add(number);
        }
    }

    /**
     * Tells that nothing of a loader can run any more. A weak reference would not do: it is cleared before the loader's
     * last objects are finalized, and what a finalizer calls would run under another site's lock.
     */
    private static final class LoaderEnd extends PhantomReference<ClassLoader> {
        private final LoaderKey loader;

        LoaderEnd(ClassLoader loader, LoaderKey key, ReferenceQueue<ClassLoader> queue) {
            super(loader, queue);
            this.loader = key;
        }
    }

    /** A loader by identity, held weakly; the bootstrap loader is null. */
    private static final class LoaderKey extends WeakReference<ClassLoader> {
        private final int hash;
        private final boolean bootstrap;

        LoaderKey(ClassLoader loader) {
            super(loader);
            this.hash = System.identityHashCode(loader);
            this.bootstrap = loader == null;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            if (!(other instanceof LoaderKey)) {
                return false;
            }
            LoaderKey that = (LoaderKey) other;
            ClassLoader loader = get();
            return bootstrap ? that.bootstrap : loader != null && loader == that.get();
        }
    }

    /** A method under a rule, within one loader. */
    private static final class SiteKey {
        private final Rule rule;
        private final String method;

        SiteKey(Rule rule, MethodShape method) {
            this.rule = rule;
            this.method = text(method);
        }

        static String text(MethodShape method) {
            return method.owner() + '.' + method.name() + method.descriptor();
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(rule) * 31 + method.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SiteKey
                    && ((SiteKey) other).rule == rule
                    && ((SiteKey) other).method.equals(method);
        }
    }
}
