package io.lockgraft.engine.site;

import io.lockgraft.api.LockRuleException;
import io.lockgraft.api.Locks;
import io.lockgraft.engine.outcome.OutcomeCheck;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.NearNames;
import io.lockgraft.spi.text.Printable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sites of blocks that a program locks under the names of rules. Thread-safe. */
public final class BlockSites {
    private final Map<String, ByRule> rules = new TreeMap<>();
    private final Sites sites;
    private volatile boolean withdrawn;

    public BlockSites(Rules rules, Sites sites) {
        this.sites = sites;
        for (Rule rule : rules.rules()) {
            this.rules.put(rule.name(), new ByRule(rule));
        }
    }

    /** The mistakes of a rule with an argument that every call of {@code Locks.call} would meet. */
    public static List<Problem> check(Rule rule) {
        if (rule.argument() == null) {
            return Collections.emptyList();
        }
        List<Problem> problems = new ArrayList<>(0);
        MethodShape method = BlockMethod.method(rule, BlockMethod.CALL);
        TypeSource types = LoadedTypes.of(Locks.class);
        // Only the block's own loader will find the classes that outcomes name.
        for (Problem each : SiteCheck.check(rule, method, types, new OutcomeCheck(method, types, false))) {
            problems.add(rule.problem(each.position(), " cannot be applied to " + method + ": " + each.message()));
        }
        return problems;
    }

    /** The rules are in force no more. */
    public void withdraw() {
        withdrawn = true;
    }

    public Site site(String name, String form, ClassLoader loader) {
        ByRule rule = rules.get(name);
        if (withdrawn || rule == null) {
            throw new LockRuleException(name, Printable.of(unknown(name)), null);
        }
        Site known = rule.find(form, loader);
        return known == null ? rule.add(form, loader, sites) : known;
    }

    private String unknown(String name) {
        return withdrawn
                ? "the block did not run: Lockgraft's rules were refused, so rule '" + name + "' is not in force"
                : "the block did not run: the rules file has no rule '" + name + "'"
                        + NearNames.didYouMean(name, rules.keySet());
    }

    /** Copied when a site comes: mostly there is one. */
    private static final class ByRule {
        private final Rule rule;
        private volatile List<Site> sites = Collections.emptyList();

        ByRule(Rule rule) {
            this.rule = rule;
        }

        /** Null where there is none yet. */
        Site find(String form, ClassLoader loader) {
            for (Site site : sites) {
                if (site.isOf(loader) && site.method().name().equals(form)) {
                    return site;
                }
            }
            return null;
        }

        synchronized Site add(String form, ClassLoader loader, Sites all) {
            Site known = find(form, loader);
            if (known != null) {
                return known;
            }
            Site site = all.make(rule, BlockMethod.method(rule, form), Site.BLOCK, loader, null);
            List<Site> live = new ArrayList<>(sites);
            live.removeIf(Site::hasLostItsLoader);
            live.add(site);
            sites = live;
            return site;
        }
    }
}
