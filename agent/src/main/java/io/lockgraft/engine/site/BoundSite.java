package io.lockgraft.engine.site;

import static io.lockgraft.rules.RuleSetting.ON_BUSY;
import static io.lockgraft.rules.RuleSetting.ON_MISSING_KEY;
import static io.lockgraft.rules.RuleSetting.ON_UNAVAILABLE;

import io.lockgraft.engine.fence.BoundFence;
import io.lockgraft.engine.fence.ClassesOfLoader;
import io.lockgraft.engine.outcome.BoundOutcome;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.outcome.OutcomeBinding;
import io.lockgraft.language.expression.BoundCondition;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.handle.Lookups;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.EnumMap;
import java.util.Map;

/**
 * A site's keys, condition, outcomes and fence, compiled for its class; or why they cannot be. Reachable from that
 * class only.
 */
public final class BoundSite {
    private static final Object SELF = new Object();

    private final String refusal;
    private final BoundKeys keys;
    private final BoundCondition when;
    private final Map<NoLock.Kind, BoundOutcome> outcomes = new EnumMap<>(NoLock.Kind.class);
    private final BoundFence fence;
    /** Monitor that its calls enter inside of their lock: a class, or SELF; or null. */
    private final Object monitor;

    private final Until until;
    private final ResultKind kind;
    private final Class<?> owner;
    private volatile MethodHandle method;

    /** One that cannot be bound. */
    BoundSite(String refusal) {
        this.refusal = refusal;
        this.keys = null;
        this.when = null;
        this.fence = null;
        this.monitor = null;
        this.until = null;
        this.kind = null;
        this.owner = null;
    }

    private BoundSite(Site site, Class<?> owner, Access access, ClassesOfLoader loaded) throws BindException {
        Rule rule = site.rule();
        MethodShape method = site.method();
        OutcomeBinding binding = new OutcomeBinding(owner, method, access, !site.isBlock());
        this.refusal = null;
        this.keys = new BoundKeys(site, owner, access);
        this.when = site.when() == null ? null : site.when().bind(owner, method, access);
        outcomes.put(NoLock.Kind.BUSY, binding.bind(rule.get(ON_BUSY)));
        outcomes.put(NoLock.Kind.UNAVAILABLE, binding.bind(rule.get(ON_UNAVAILABLE)));
        outcomes.put(NoLock.Kind.MISSING_KEY, binding.bind(rule.get(ON_MISSING_KEY)));
        outcomes.put(NoLock.Kind.NESTING, rule.failOpen() ? BoundOutcome.PROCEED : BoundOutcome.THROW);
        outcomes.put(NoLock.Kind.INTERRUPTED, BoundOutcome.THROW);
        this.fence = rule.lock() == LockKind.FENCED ? new BoundFence(rule, owner, method, access, loaded) : null;
        Object entered = Modifier.isStatic(method.modifiers()) ? owner : SELF;
        this.monitor = InnerMonitor.isOf(owner, method) ? entered : null;
        this.until = rule.until();
        ResultKind result = ResultKind.of(method.returnType(), LoadedTypes.of(owner));
        this.kind = result != null && result.isSeen() ? result : null;
        this.owner = owner;
    }

    static BoundSite bind(Site site, Class<?> owner, Access access, ClassesOfLoader loaded) {
        if (site.refusal() != null) {
            return new BoundSite(site.refusal());
        }
        try {
            return new BoundSite(site, owner, access, loaded);
        } catch (BindException e) {
            return new BoundSite(e.getMessage());
        } catch (LinkageError | RuntimeException e) {
            return new BoundSite("a class that it needs cannot be used: " + e);
        }
    }

    /** Why the rule cannot be applied here, or null. */
    public String refusal() {
        return refusal;
    }

    public BoundKeys keys() {
        return keys;
    }

    /** Null: always. */
    public BoundCondition when() {
        return when;
    }

    /** Says where its holds end. */
    public Until until() {
        return until;
    }

    /** When the work of its results is done; null: when it returns. */
    public ResultKind kind() {
        return kind;
    }

    /** The loader by whose classes its method is declared. */
    public ClassLoader loader() {
        return owner.getClassLoader();
    }

    /** The method itself, as (self, arguments) to its result; not what overrides it. */
    public MethodHandle method(Site site, Access access) throws ReflectiveOperationException {
        MethodHandle its = method;
        if (its == null) {
            its = find(site.method(), access);
            method = its;
        }
        return its;
    }

    private MethodHandle find(MethodShape shape, Access access) throws ReflectiveOperationException {
        MethodType type = MethodType.fromMethodDescriptorString(shape.descriptor(), owner.getClassLoader());
        MethodHandles.Lookup lookup = Lookups.in(owner, access);
        MethodHandle found = Modifier.isStatic(shape.modifiers())
                ? MethodHandles.dropArguments(lookup.findStatic(owner, shape.name(), type), 0, Object.class)
                : lookup.findSpecial(owner, shape.name(), type, owner);
        // With varargs it would collect the array that it is given into one more.
        return found.asFixedArity()
                .asSpreader(Object[].class, type.parameterCount())
                .asType(MethodType.methodType(Object.class, Object.class, Object[].class));
    }

    /** Null: its calls have no token. */
    public BoundFence fence() {
        return fence;
    }

    /** Monitor that a call on this object enters inside of its lock; or null. */
    public Object innerMonitor(Object self) {
        return monitor == SELF ? self : monitor;
    }

    public BoundOutcome outcome(NoLock.Kind kind) {
        return outcomes.get(kind);
    }
}
