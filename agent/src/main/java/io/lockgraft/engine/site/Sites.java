package io.lockgraft.engine.site;

import io.lockgraft.engine.event.Events;
import io.lockgraft.engine.event.RuleEvents;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.language.type.loader.LoaderMap;
import io.lockgraft.manage.Counters;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Until;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All sites of this JVM, by the number that their woven code carries. Numbers of sites whose loader was collected are
 * given out again, once no code is left that carries them and can still run: an object's finalizer may.
 */
public final class Sites {
    /** Of each loader: the numbers of each method's sites, by their rules. */
    private final LoaderMap<Map<String, Map<Rule, Integer>>> numbers = new LoaderMap<>();
    /**
     * The same, by what tells that nothing of a loader can run any more. A weak reference would not do: it is cleared
     * before the loader's last objects are finalized, and what a finalizer calls would run under another site's lock.
     */
    private final Map<Reference<?>, Map<String, Map<Rule, Integer>>> ends = new HashMap<>();

    private final ReferenceQueue<ClassLoader> ended = new ReferenceQueue<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private final Events events = new Events();
    private int used;
    /** Grows with each new site, and when they are withdrawn. */
    private volatile int changes;

    /** What a call of a method by reflection comes to, by the class of the object; kept by that class. */
    private final PerClass<Method, Found> byMethod = new PerClass<>();

    /** What was found when there were that many sites. */
    private static final class Found {
        private final Site[] sites;
        private final int changes;

        Found(Site[] sites, int changes) {
            this.sites = sites;
            this.changes = changes;
        }
    }

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
        forgetEnded();
        Map<String, Map<Rule, Integer>> ofLoader = numbers.get(loader);
        if (ofLoader == null) {
            ofLoader = new HashMap<>();
            numbers.put(loader, ofLoader);
            if (loader != null) {
                ends.put(new PhantomReference<>(loader, ended), ofLoader);
            }
        }
        ofLoader.putIfAbsent(id(method), new HashMap<>(4));
        Map<Rule, Integer> ofMethod = ofLoader.get(id(method));
        Integer known = ofMethod.get(rule);
        if (known != null && Objects.equals(sites[known].refusal(), refusal)) {
            return known;
        }
        int number = known != null ? known : free.isEmpty() ? used++ : free.poll();
        put(number, new Site(rule, method, false, loader, refusal, events(rule)));
        changes++;
        ofMethod.put(rule, number);
        return number;
    }

    private static String id(MethodShape method) {
        return method.owner() + '.' + method.name() + method.descriptor();
    }

    /**
     * Lets all calls of the sites that there are run without their locks from now on, as those of a class that stays
     * woven though its rules were refused. No later site has the number of one of them.
     */
    public synchronized void withdraw() {
        for (int i = 0; i < used; i++) {
            sites[i] = sites[i] == null ? null : sites[i].withdrawn();
        }
        changes++;
    }

    /**
     * The sites of the method that a call of this one on an object of this class runs and that may be entered ahead of
     * it, the outermost first; none where it is not locked, or where that cannot be told.
     */
    public Site[] of(Class<?> type, Method called) {
        ConcurrentHashMap<Method, Found> ofClass = byMethod.get(type);
        Found found = ofClass.get(called);
        int now = changes;
        if (found == null || found.changes != now) {
            found = new Found(look(type, called), now);
            ofClass.put(called, found);
        }
        return found.sites;
    }

    private Site[] look(Class<?> type, Method called) {
        try {
            Method runs = CalledMethod.of(type, called);
            return runs == null ? new Site[0] : of(runs);
        } catch (LinkageError | RuntimeException e) {
            // A class that its members name is not there; then the method takes its lock itself.
            return new Site[0];
        }
    }

    /** Those of a method that a class declares. */
    private synchronized Site[] of(Method method) {
        Map<String, Map<Rule, Integer>> ofLoader =
                numbers.get(method.getDeclaringClass().getClassLoader());
        Map<Rule, Integer> ofMethod = ofLoader == null ? null : ofLoader.get(id(LoadedTypes.shape(method)));
        if (ofMethod == null) {
            return new Site[0];
        }
        return ofMethod.keySet().stream()
                // One that ends with the method begins with it, too: the lock would be held until after the commit.
                .filter(rule -> rule.until() != Until.RETURN)
                .sorted(Comparator.comparingInt((Rule rule) -> rule.position().line())
                        .thenComparingInt(rule -> rule.position().column()))
                .map(rule -> sites[ofMethod.get(rule)])
                .toArray(Site[]::new);
    }

    RuleEvents events(Rule rule) {
        return events.of(rule.name());
    }

    public Site get(int number) {
        return sites[number];
    }

    /** The counts of each rule that has a site, by the rule's name. */
    public Map<String, Counters> counters() {
        return events.counters();
    }

    /** How many sites there are, for tests. */
    synchronized int size() {
        forgetEnded();
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
        for (Reference<?> end = ended.poll(); end != null; end = ended.poll()) {
            free(end);
        }
    }

    private synchronized void free(Reference<?> end) {
        for (Map<Rule, Integer> ofMethod : ends.remove(end).values()) {
            for (Integer number : ofMethod.values()) {
                sites[number] = null;
                free.add(number);
            }
        }
    }
}
