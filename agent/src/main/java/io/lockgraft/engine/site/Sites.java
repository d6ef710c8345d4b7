package io.lockgraft.engine.site;

import io.lockgraft.engine.event.EngineListener;
import io.lockgraft.engine.event.Events;
import io.lockgraft.engine.event.RuleEvents;
import io.lockgraft.engine.event.StoreHealth;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.manage.Counters;
import io.lockgraft.manage.meter.Meters;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.Until;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sites of the rules that were read together, by the number of their method. The rules that are read next have
 * sites of their own under the same numbers.
 */
public final class Sites {
    private static final Site[] NONE = {};

    private final MethodNumbers numbers;
    private final Events events;
    private final long longNanos;

    /** Sites by method, the outermost first; null if these rules have not been applied to it. */
    private final ByMethod<Site[]> sites = new ByMethod<>();

    private boolean withdrawn;

    /** Grows with each change of the sites. */
    private volatile int changes;

    /** Sites of calls by reflection, by the class of the object; kept by that class. */
    private final PerClass<Method, Found> byMethod = new PerClass<>();

    /** Sites that were found after that many changes. */
    private static final class Found {
        private final Site[] sites;
        private final int changes;

        Found(Site[] sites, int changes) {
            this.sites = sites;
            this.changes = changes;
        }
    }

    public Sites() {
        this(HoldTerms.LONG);
    }

    /** @param longNanos how long a hold without {@code hold.atMost} lasts until the log tells of it */
    public Sites(long longNanos) {
        this(longNanos, EngineListener.NONE);
    }

    /** @param more hears what happens, beside the counts and the log */
    public Sites(EngineListener more) {
        this(HoldTerms.LONG, more);
    }

    private Sites(long longNanos, EngineListener more) {
        this.numbers = new MethodNumbers();
        this.events = new Events(more);
        this.longNanos = longNanos;
    }

    /**
     * Those of rules that are read after these: methods keep their numbers, and a rule of the same name goes on with
     * its counts and its log. No method is decided yet, but for those whose rules were withdrawn: their code may stay
     * woven, and runs without locks until these rules are applied to it.
     */
    public Sites(Sites before, Rules rules) {
        this.numbers = before.numbers;
        this.events = before.events;
        events.read(rules);
        this.longNanos = before.longNanos;
        before.passOn(this);
    }

    private synchronized void passOn(Sites next) {
        if (withdrawn) {
            next.sites.copy(sites);
        }
    }

    /**
     * Replaces the sites of a method, as its class is woven. A site whose rule and refusal are the same stays. Holds
     * the loader weakly.
     *
     * @param refusals the rules of the method, the outermost first, each with why it cannot be applied here: the site
     *     then throws on call, or runs without the lock where the rule fails open; null where it can
     * @return the number of this method of this loader's class; the same one again when the class is woven again
     */
    public synchronized int put(MethodShape method, ClassLoader loader, Map<Rule, String> refusals) {
        int number = numbers.of(method, loader);
        Site[] before = get(number);
        Site[] now = new Site[refusals.size()];
        int i = 0;
        for (Map.Entry<Rule, String> each : refusals.entrySet()) {
            Site known = find(before, each.getKey(), method, loader);
            now[i++] = known != null && Objects.equals(known.refusal(), each.getValue())
                    ? known
                    : make(each.getKey(), method, number, loader, each.getValue());
        }
        if (!isDecided(number) || !Arrays.equals(before, now)) {
            sites.put(number, now);
            changes++;
        }
        return number;
    }

    /** The number may have been another method's before. */
    private static Site find(Site[] sites, Rule rule, MethodShape method, ClassLoader loader) {
        for (Site each : sites) {
            if (each.rule() == rule && each.isAt(method, loader)) {
                return each;
            }
        }
        return null;
    }

    /** Takes all sites away: their methods run without locks from now on, as those of a start that was refused. */
    public synchronized void withdraw() {
        withdrawn = true;
        sites.fill(NONE);
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
            return runs == null ? NONE : of(runs);
        } catch (LinkageError | RuntimeException e) {
            // A class that its members name is not there; then the method takes its lock itself.
            return NONE;
        }
    }

    /** Sites of a method that a class declares. */
    private Site[] of(Method method) {
        Integer number = numbers.find(
                LoadedTypes.shape(method), method.getDeclaringClass().getClassLoader());
        if (number == null) {
            return NONE;
        }
        return Arrays.stream(get(number))
                // One that ends with the method begins with it, too: the lock would be held until after the commit.
                .filter(site -> site.rule().until() != Until.RETURN)
                .toArray(Site[]::new);
    }

    /** Makes a site and leaves it to the caller. */
    Site make(Rule rule, MethodShape method, int number, ClassLoader loader, String refusal) {
        RuleEvents its = events.of(rule);
        return new Site(rule, method, number, loader, refusal, its, new HoldTerms(rule, longNanos));
    }

    /** The sites of the method, the outermost first; none where no rule that is in force locks it. */
    public Site[] get(int number) {
        Site[] its = sites.get(number);
        return its == null ? NONE : its;
    }

    /**
     * True if these rules have been applied to the method, or withdrawn from it. A call of a method that is not decided
     * must not run: it may be one that has to be locked.
     */
    public boolean isDecided(int number) {
        return sites.get(number) != null;
    }

    /** What is counted and measured of each rule of the file. */
    public Meters meters() {
        return events.meters();
    }

    /** The counts of these rules, by the rule's name. */
    public Map<String, Counters> counters() {
        return events.meters().counters();
    }

    /** Health of the store with this name in the rules file, as calls of its rules find it. */
    public StoreHealth store(String name) {
        return events.store(name);
    }

    /** How many methods have a number, for tests. */
    int size() {
        return numbers.size();
    }

    /** How many loaders have methods with a number, as far as it is known; for tests. */
    int loaders() {
        return numbers.loaders();
    }

    /** Lets go of loaders that have been collected; see {@link MethodNumbers#forgetEnded}. */
    public void forgetEnded() {
        numbers.forgetEnded();
    }
}
