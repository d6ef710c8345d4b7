package io.lockgraft.engine.warning;

import static io.lockgraft.rules.RuleSetting.HOLD_AT_MOST;
import static io.lockgraft.rules.RuleSetting.RENEW;

import io.lockgraft.engine.site.ResultKind;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Until;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Tells where the holds of one method under one rule end, and what goes on after that, by class files alone. */
public final class HoldScope {
    private static final String AT_RETURN = "the lock ends when the method returns";
    private static final String OUTSIDE = ". Name the method that calls it from outside of the transaction";
    private static final String LET_IT_GO_ON = ". Let the lock end with its work (hold: {until: work})";

    private final Rule rule;
    private final MethodShape method;
    /** Null where no transaction begins at the method. */
    private final TransactionAnnotations transaction;
    /** Null where its work is done when it returns. */
    private final ResultKind later;

    /** Scope of the holds of one locked method of a class. */
    public HoldScope(Rule rule, TypeShape type, MethodShape method, TypeSource types) {
        this.rule = rule;
        this.method = method;
        this.transaction = TransactionAnnotations.of(type, method, types);
        this.later = ResultKind.of(method.returnType(), types);
    }

    /**
     * Those of one class.
     *
     * @param locked its methods that are locked, with the rules of each
     */
    public static List<HoldScope> of(TypeShape type, Map<MethodShape, List<Rule>> locked, TypeSource types) {
        List<HoldScope> ends = new ArrayList<>(locked.size());
        for (Map.Entry<MethodShape, List<Rule>> each : locked.entrySet()) {
            for (Rule rule : each.getValue()) {
                ends.add(new HoldScope(rule, type, each.getKey(), types));
            }
        }
        return ends;
    }

    public Rule rule() {
        return rule;
    }

    public MethodShape method() {
        return method;
    }

    /** For reports: {@code ends when the CompletableFuture that it returns is completed}. */
    public String told() {
        Until until = rule.until();
        if (until.call() != null) {
            return "ends with the nearest call of " + until.call() + " around it";
        }
        if (until == Until.RETURN) {
            return "ends when the method returns (until: return)";
        }
        String commit = isTransactionSeen() ? "with the transaction that is active when it returns" : null;
        if (isResultSeen()) {
            String result = later.end(method.returnType());
            // Each use of the other kinds has a hold of its own.
            boolean both = commit != null && later == ResultKind.FOLLOWED;
            return "ends " + (both ? commit + ", or " + result + ", whichever is later" : result);
        }
        return "ends "
                + (commit == null ? "with the method, or with a transaction that is active when it returns" : commit);
    }

    /** True if the hold may go on after the method has returned, and nothing bounds it. */
    public boolean isUnbounded() {
        boolean goesOn = rule.until().call() != null || isWork() && (isTransactionSeen() || isResultSeen());
        return goesOn && rule.get(RENEW) && rule.get(HOLD_AT_MOST) == null;
    }

    /**
     * What goes on after the lock, a sentence each. Where a rule names a call that ends it, there is nothing to say.
     */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>(0);
        if (rule.until().call() != null) {
            return warnings;
        }
        if (transaction != null && isSubscribedOutOfSight()) {
            warnings.add("it " + transaction.told() + " and returns " + method.returnType()
                    + ": the lock does not wait for a transaction that begins with a subscription, which "
                    + "commits after the"
                    + " lock has ended" + OUTSIDE);
        } else if (transaction != null && !isTransactionSeen()) {
            warnings.add("it " + transaction.told() + ": " + AT_RETURN + ", and the transaction commits after that"
                    + (transaction.isSeen() ? LET_IT_GO_ON : OUTSIDE));
        }
        if (later != null && !isResultSeen()) {
            warnings.add("it returns " + method.returnType() + ": " + AT_RETURN + ", and " + later.after()
                    + (later.isSeen() ? LET_IT_GO_ON : ". Name the method that does the work"));
        }
        return warnings;
    }

    /** The same, where the rule says that no such method runs ({@code until: {work: strict}}): why it is refused. */
    public List<String> refusals() {
        return rule.until().isStrict() ? warnings() : Collections.emptyList();
    }

    /** True if its transaction begins with a subscription, out of sight: of those the lock sees only Spring's. */
    private boolean isSubscribedOutOfSight() {
        return later == ResultKind.UNGUARDED || later == ResultKind.SUBSCRIBED && isWork() && !transaction.isOfSpring();
    }

    private boolean isWork() {
        return rule.until().isWork();
    }

    private boolean isTransactionSeen() {
        return isWork() && transaction != null && transaction.isSeen() && later != ResultKind.UNGUARDED;
    }

    private boolean isResultSeen() {
        return isWork() && later != null && later.isSeen();
    }
}
