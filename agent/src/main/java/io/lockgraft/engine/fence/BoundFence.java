package io.lockgraft.engine.fence;

import static io.lockgraft.rules.RuleSetting.FENCE;

import io.lockgraft.api.LockRuleException;
import io.lockgraft.language.expression.BoundTarget;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.value.EvaluationException;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.text.Printable;

/** How a fenced site tells its calls their tokens, bound to the site's class and reachable from that only. */
public final class BoundFence {
    private final Rule rule;
    private final MethodShape method;
    private final LogContexts contexts;
    private final BoundTarget target;

    public BoundFence(Rule rule, Class<?> owner, MethodShape method, Access access, ClassesOfLoader loaded)
            throws BindException {
        this.rule = rule;
        this.method = method;
        this.contexts = new LogContexts(owner.getClassLoader(), loaded, access);
        contexts.inUse();
        this.target = rule.get(FENCE) == null ? null : rule.get(FENCE).bind(owner, method, access);
    }

    /** A call gets this token; it is told nowhere yet. */
    public ToldToken of(long token) {
        return new ToldToken(token, contexts.inUse());
    }

    /**
     * Tells it, at last to the argument: what a setter throws is the caller's, and the token is taken back.
     *
     * @param told made by this
     */
    public void tell(ToldToken told, Object self, Object[] arguments) throws Throwable {
        boolean whole = false;
        try {
            told.tell();
            if (target != null) {
                target.set(self, arguments, told.token);
            }
            whole = true;
        } catch (EvaluationException e) {
            if (e.getCause() != null) {
                throw e.getCause();
            }
            throw new LockRuleException(
                    rule.name(),
                    Printable.of(rule.position("fence") + ": rule '" + rule.name() + "': " + method
                            + " cannot be given its fence token: " + e.getMessage()
                            + ". It did not run. Correct the rule's fence or the argument"),
                    null);
        } finally {
            if (!whole) {
                told.takeBack();
            }
        }
    }
}
