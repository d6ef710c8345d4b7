package io.lockgraft.engine.call;

import io.lockgraft.api.LockRuleException;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.engine.outcome.BoundOutcome;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.BoundSite;
import io.lockgraft.engine.site.ResultKind;
import io.lockgraft.engine.site.Site;
import io.lockgraft.spi.text.Printable;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Gives a call what it gets in place of its lock, in the form of the method's own result. */
final class Outcomes {
    private final Results results;

    Outcomes(Results results) {
        this.results = results;
    }

    CallToken instead(Site site, BoundSite bound, BoundOutcome outcome, NoLock miss, Object self, Object[] arguments)
            throws Throwable {
        site.events().missed(miss, outcome.isProceed());
        if (outcome.isCall() && AheadCall.isEntering(site, arguments)) {
            return new AheadCall.Missed(outcome, miss);
        }
        Optional<Substitute> answer = bound.kind() == ResultKind.SUBSCRIBED
                ? decided(site, bound, outcome, miss, self, arguments)
                : outcome.apply(miss, self, arguments);
        if (!answer.isPresent()) {
            site.events().proceeded(miss);
            return Unlocked.TOKEN;
        }
        return new Replaced(answer.get().value());
    }

    /** Puts an exception, or a value of another type, into a result of the method's type. */
    private Optional<Substitute> decided(
            Site site, BoundSite bound, BoundOutcome outcome, NoLock miss, Object self, Object[] arguments)
            throws Throwable {
        Callable<Object> gives;
        try {
            Optional<Substitute> answer = outcome.apply(miss, self, arguments);
            if (!answer.isPresent() || outcome.isCall()) {
                return answer;
            }
            Object value = answer.get().value();
            gives = () -> value;
        } catch (Exception | Error e) {
            gives = () -> {
                throw e;
            };
        }
        Object result = results.decided(site.method().returnType(), bound.loader(), gives);
        if (result == null) {
            gives.call();
            throw new LockRuleException(site.rule().name(), miss.reason() + " It did not run", null);
        }
        return Optional.of(new Substitute(result));
    }

    /** Counts an error of the JVM while a key is computed; the caller gets it as it is. */
    static Error counted(Site site, Error error) {
        site.events().keyFailed();
        return error;
    }

    static NoLock miss(Site site, Throwable cause) {
        return new NoLock(NoLock.Kind.MISSING_KEY, site.rule(), site.method(), Collections.emptyList(), 0, cause);
    }

    static CallToken refuse(Site site, String refusal) {
        if (site.rule().failOpen()) {
            site.events().refused(site.method(), refusal, true);
            return Unlocked.TOKEN;
        }
        site.events().refused(site.method(), refusal, false);
        throw new LockRuleException(
                site.rule().name(),
                Printable.of(site.rule().position() + ": rule '" + site.rule().name() + "' cannot be applied to "
                        + site.method() + ": " + refusal
                        + ". It did not run. Correct the rule, or let it fail open (failOpen: true)"),
                null);
    }
}
