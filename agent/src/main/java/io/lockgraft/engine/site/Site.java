package io.lockgraft.engine.site;

import static io.lockgraft.rules.RuleSetting.ON_UNAVAILABLE;
import static io.lockgraft.rules.RuleSetting.PERMITS;
import static io.lockgraft.rules.RuleSetting.WAIT;
import static io.lockgraft.rules.RuleSetting.WHEN;

import io.lockgraft.engine.event.RuleEvents;
import io.lockgraft.engine.fence.ClassesOfLoader;
import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.log.Log;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One woven method under one rule, or one block of a program. Knows the application's class only weakly: what was
 * compiled against it (method handles, which lead to the class and its loader) hangs on the class itself and is
 * collected with it.
 */
public final class Site {
    /**
     * On the class that declares the method: what each of its sites was bound to, for as long as that site is in use.
     */
    private static final ClassValue<Map<Site, BoundSite>> BOUND = new ClassValue<Map<Site, BoundSite>>() {
        @Override
        protected Map<Site, BoundSite> computeValue(Class<?> type) {
            return Collections.synchronizedMap(new WeakHashMap<>(4));
        }
    };

    /** Stands for the number of a method. */
    static final int BLOCK = -1;

    /**
     * How many fence tokens a grant has at most. Some stores count exactly to 2^53 and no further: at ten thousand
     * grants a second, one key's tokens last for 28 years.
     */
    private static final int MOST_TOKENS = 1_000;

    private static final WeakReference<BoundSite> UNBOUND = new WeakReference<>(null);

    private final Rule rule;
    private final MethodShape method;
    private final WeakReference<ClassLoader> loader;
    private final String refusal;
    private final RuleEvents events;
    /** Number of its method; or {@link #BLOCK}. */
    private final int number;

    // What each call reads of its rule.
    private final HoldTerms terms;
    private final LockKind lock;
    private final QueueMode queueMode;
    private final int permits;
    private final long waitNanos;
    private final long leaseMillis;
    private final boolean local;

    private volatile WeakReference<BoundSite> bound = UNBOUND;
    private final AtomicBoolean transactionWarned = new AtomicBoolean();

    /**
     * @param number of the method; {@link #BLOCK} where it is a block of a program, and no woven method
     * @param loader null for the bootstrap loader
     */
    Site(
            Rule rule,
            MethodShape method,
            int number,
            ClassLoader loader,
            String refusal,
            RuleEvents events,
            HoldTerms terms) {
        this.number = number;
        this.rule = rule;
        this.method = method;
        this.loader = loader == null ? null : new WeakReference<>(loader);
        this.refusal = refusal;
        this.events = events;
        this.terms = terms;
        this.lock = rule.lock();
        this.queueMode = QueueMode.of(lock);
        this.permits = rule.get(PERMITS);
        this.waitNanos = rule.get(WAIT).toNanos();
        this.leaseMillis = rule.lease().toMillis();
        this.local = rule.get(ON_UNAVAILABLE) == Outcome.LOCAL;
    }

    /** True if a call runs under the gate of this JVM alone where the store cannot say. */
    public boolean isLocalWithoutStore() {
        return local;
    }

    public Rule rule() {
        return rule;
    }

    public MethodShape method() {
        return method;
    }

    /** The templates of its keys. */
    List<Template> keys() {
        return isBlock() ? BlockMethod.keys(rule, method.name()) : rule.keys();
    }

    /** Null: every call is locked. */
    Condition when() {
        return isBlock() ? BlockMethod.when(rule, method.name()) : rule.get(WHEN);
    }

    boolean isBlock() {
        return number == BLOCK;
    }

    /** True if it is the site of this method of this loader's class. */
    boolean isAt(MethodShape its, ClassLoader of) {
        return !hasLostItsLoader()
                && isOf(of)
                && method.owner().equals(its.owner())
                && method.name().equals(its.name())
                && method.descriptor().equals(its.descriptor());
    }

    /**
     * True if the other is the site of a rule of the same name at the same method, be it of a file that was read again.
     */
    public boolean isSame(Site other) {
        return this == other
                || !isBlock() && number == other.number && rule.name().equals(other.rule.name());
    }

    /** True if both are of one method. */
    public boolean isOfMethodOf(Site other) {
        return !isBlock() && number == other.number;
    }

    boolean isOf(ClassLoader its) {
        return its == (loader == null ? null : loader.get());
    }

    /** True if its loader was collected. */
    boolean hasLostItsLoader() {
        return loader != null && loader.get() == null;
    }

    /** Why the rule cannot be applied here, as the weaver found; or null. */
    String refusal() {
        return refusal;
    }

    /** Listener to all that happens under its rule. */
    public RuleEvents events() {
        return events;
    }

    public HoldTerms terms() {
        return terms;
    }

    public long waitNanos() {
        return waitNanos;
    }

    public long leaseMillis() {
        return leaseMillis;
    }

    public LockKind lock() {
        return lock;
    }

    public QueueMode queueMode() {
        return queueMode;
    }

    /** Text in front of each key; {@link #suffix} is the one behind. */
    String prefix() {
        return rule.namespace().isEmpty() ? "" : rule.namespace() + ':';
    }

    public String suffix() {
        return lock == LockKind.SEMAPHORE ? KeyNames.BEHIND_SEMAPHORES : "";
    }

    /** Request to the store; with a fence token for each call that may have the grant. */
    public Request request(List<String> keys, Owner owner, long deadline, long now) {
        Request request = new Request(lock, permits, keys, owner, leaseMillis, deadline, now);
        boolean passes = lock == LockKind.FENCED && keys.size() == 1 && terms.mostPasses() > 0;
        return passes ? request.withTokens(Math.min(1 + terms.mostPasses(), MOST_TOKENS)) : request;
    }

    /** True if the log has warned that calls get their lock inside of a transaction. */
    public boolean isTransactionWarned() {
        return transactionWarned.get();
    }

    /** True for the one caller that is to give the warning. */
    public boolean claimTransactionWarning() {
        return transactionWarned.compareAndSet(false, true);
    }

    /** The site bound to its class, or null before its first call. */
    public BoundSite bound() {
        return bound.get();
    }

    /** Binds it: loads what the rule's expressions and outcomes name. The first thread to do so tells the hints. */
    public BoundSite bind(Access access, ClassesOfLoader loaded) {
        Class<?> owner;
        ClassLoader its = loader == null ? null : loader.get();
        try {
            owner = isBlock() ? BlockMethod.home(rule, its) : Class.forName(method.owner(), false, its);
        } catch (ClassNotFoundException | LinkageError e) {
            return new BoundSite("its class cannot be found: " + e);
        }
        Map<Site, BoundSite> ofClass = BOUND.get(owner);
        BoundSite site = ofClass.get(this);
        if (site == null) {
            BoundSite fresh = BoundSite.bind(this, owner, access, loaded);
            BoundSite other = ofClass.putIfAbsent(this, fresh);
            site = other == null ? fresh : other;
            if (other == null && fresh.refusal() == null) {
                for (String hint : SiteCheck.hints(rule, method, LoadedTypes.of(owner))) {
                    Log.warn(rule.problem(rule.position(), ": " + hint).toString());
                }
            }
        }
        bound = new WeakReference<>(site);
        return site;
    }
}
