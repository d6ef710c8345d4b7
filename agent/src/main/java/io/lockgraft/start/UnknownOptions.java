package io.lockgraft.start;

import io.lockgraft.rules.yaml.Option;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.text.NearNames;
import io.lockgraft.store.BundledStores;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names that look like an option's and are none, as a misspelt one, which would be ignored without a word. A system
 * property that begins as ours do is a mistake. An environment variable may belong to something else: it is one to be
 * warned of, where it is near to an option's and it was not asked for.
 */
final class UnknownOptions {
    private UnknownOptions() {}

    /**
     * Returns a problem for each system property that begins like an option and is none.
     *
     * @param extensions the stores that the rules file brings, whose settings may have options
     */
    static List<Problem> properties(Collection<String> names, List<StoreProvider> extensions) {
        List<String> known = options(extensions);
        List<Problem> problems = new ArrayList<Problem>();
        for (String name : unknown(names, known, Option.PREFIX)) {
            String near = near(name, known, Option.PREFIX);
            String advice = near.isEmpty() ? "; the options are " + Listing.all(known, " and ") : near;
            problems.add(new Problem(Position.whole("-D" + name), "there is no such option" + advice));
        }
        return problems;
    }

    /**
     * Returns a problem for each environment variable that is near to an option's name and that the rules do not ask
     * for.
     */
    static List<Problem> variables(Collection<String> names, Set<String> asked, List<StoreProvider> extensions) {
        List<String> known = new ArrayList<String>();
        for (String option : options(extensions)) {
            known.add(Option.variable(option));
        }
        List<Problem> problems = new ArrayList<Problem>();
        for (String name : unknown(names, known, Option.VARIABLE_PREFIX)) {
            String near = near(name, known, Option.VARIABLE_PREFIX);
            if (!near.isEmpty() && !asked.contains(name)) {
                problems.add(new Problem(Position.whole(name), "nobody reads this variable" + near));
            }
        }
        return problems;
    }

    private static List<String> options(List<StoreProvider> extensions) {
        List<StoreProvider> stores = new ArrayList<StoreProvider>(BundledStores.providers());
        stores.addAll(extensions);
        return Option.names(stores);
    }

    private static Set<String> unknown(Collection<String> names, List<String> known, String prefix) {
        Set<String> unknown = new TreeSet<String>();
        for (String name : names) {
            if (name.startsWith(prefix) && !known.contains(name)) {
                unknown.add(name);
            }
        }
        return unknown;
    }

    /** Returns a hint to the nearest name. The prefix is left out: it would make all names near to each other. */
    private static String near(String name, List<String> known, String prefix) {
        List<String> ends = new ArrayList<String>();
        for (String each : known) {
            ends.add(each.substring(prefix.length()));
        }
        List<String> near = new ArrayList<String>();
        for (String each : NearNames.of(name.substring(prefix.length()), ends, 3)) {
            near.add(prefix + each);
        }
        return NearNames.didYouMean(near);
    }
}
