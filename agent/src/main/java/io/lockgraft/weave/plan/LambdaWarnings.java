package io.lockgraft.weave.plan;

import io.lockgraft.language.pattern.LambdaMatch;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.classfile.LambdaCreation;
import io.lockgraft.language.type.classfile.LambdaFinder;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Problem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells of each class that makes objects by lambdas or method references which a rule's {@code +} means, as the class
 * loads: the classes of these objects cannot be woven on all versions of Java, and their calls run without the lock.
 * Thread-safe.
 */
public final class LambdaWarnings {
    /** So many classes of a rule are told; some interfaces of the JDK have lambdas everywhere. */
    private static final int MOST = 20;

    private final Rules rules;
    private boolean mayTakeAny;
    private final Coverage coverage;
    private final Map<Rule, Set<String>> told = new HashMap<>();

    LambdaWarnings(Rules rules, Coverage coverage) {
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                mayTakeAny |= LambdaMatch.mayTake(pattern);
            }
        }
        this.rules = rules;
        this.coverage = coverage;
    }

    public void tell(ClassLoader loader, String className, byte[] bytes, TypeSource types) {
        if (!mayTakeAny) {
            return;
        }
        List<LambdaCreation> lambdas = LambdaFinder.in(bytes);
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                for (String sentence : LambdaMatch.told(pattern, rule.methods(), className, lambdas, types)) {
                    coverage.of(rule.name())
                            .site(className, pattern.toString(), loader, Coverage.State.NOT_APPLIED, sentence);
                    tell(rule, rule.problem(rule.position(pattern), ": " + sentence));
                }
            }
        }
    }

    private synchronized void tell(Rule rule, Problem problem) {
        String text = problem.toString();
        told.putIfAbsent(rule, new HashSet<String>());
        Set<String> ofRule = told.get(rule);
        if (ofRule.size() >= MOST || !ofRule.add(text)) {
            Log.debug(text);
        } else {
            Log.warn(text + (ofRule.size() < MOST ? "" : ". Others of this rule are in lockgraft.report"));
        }
    }
}
