package io.lockgraft.manage;

import io.lockgraft.language.type.loader.LoaderMap;
import io.lockgraft.language.type.loader.LoaderName;
import io.lockgraft.spi.log.Log;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Records the methods that one rule was applied to or not, and why. Thread-safe. */
public final class RuleCoverage {
    private final String rule;
    private final String position;
    private final String store;
    /** Each pattern with why it matched nothing: null while nothing is known, empty once it has matched. */
    private final Map<String, String> patterns = new LinkedHashMap<>();

    /** The sites of each loader, by class and method. */
    private final LoaderMap<Map<String, Map<String, Object>>> sites =
            new LoaderMap<Map<String, Map<String, Object>>>() {
                @Override
                protected void ended(Map<String, Map<String, Object>> value) {
                    ended.add(value.values());
                }
            };

    private final EndedSites ended = new EndedSites();

    RuleCoverage(String rule, String position, String store, List<String> patterns) {
        this.rule = rule;
        this.position = position;
        this.store = store;
        for (String pattern : patterns) {
            this.patterns.put(pattern, null);
        }
    }

    /**
     * Records the result of applying the rule to one method of one loader's class. Replaces an earlier record of the
     * same site.
     *
     * @param reason null for a woven site about which there is nothing to say
     */
    public synchronized void site(
            String type, String signature, ClassLoader loader, Coverage.State state, String reason) {
        Map<String, Object> site = new LinkedHashMap<>();
        site.put("class", type);
        site.put("method", signature);
        site.put("loader", LoaderName.of(loader));
        site.put("state", word(state));
        if (reason != null) {
            site.put("reason", reason);
        }
        Map<String, Map<String, Object>> ofLoader = sites.get(loader);
        if (ofLoader == null) {
            ofLoader = new LinkedHashMap<>();
            sites.put(loader, ofLoader);
        }
        ofLoader.put(type + '.' + signature, site);
        if (Log.isDebug()) {
            Log.debug("rule '" + rule + "': " + type + '.' + signature + " of " + LoaderName.of(loader) + ": "
                    + word(state) + (reason == null ? "" : ": " + reason));
        }
    }

    synchronized void rejected(String type, ClassLoader loader, String reason) {
        for (Map<String, Object> site : of(type, null, loader)) {
            site.put("state", word(Coverage.State.NOT_APPLIED));
            site.put("reason", reason);
            site.remove("hold");
        }
    }

    /**
     * Adds a note to one locked method.
     *
     * @param signature null for all methods of the class
     */
    public synchronized void note(String type, String signature, ClassLoader loader, String note) {
        for (Map<String, Object> site : of(type, signature, loader)) {
            if (isWoven(site)) {
                Object reason = site.get("reason");
                site.put("reason", reason == null ? note : note + "; " + reason);
            }
        }
    }

    /** Records the event that ends the holds of one locked method. */
    public synchronized void ends(String type, String signature, ClassLoader loader, String told) {
        for (Map<String, Object> site : of(type, signature, loader)) {
            if (isWoven(site)) {
                site.put("hold", told);
            }
        }
    }

    private List<Map<String, Object>> of(String type, String signature, ClassLoader loader) {
        Map<String, Map<String, Object>> ofLoader = sites.get(loader);
        List<Map<String, Object>> found = new ArrayList<>(1);
        if (ofLoader != null && signature != null && ofLoader.containsKey(type + '.' + signature)) {
            found.add(ofLoader.get(type + '.' + signature));
        } else if (ofLoader != null && signature == null) {
            for (Map<String, Object> site : ofLoader.values()) {
                if (site.get("class").equals(type)) {
                    found.add(site);
                }
            }
        }
        return found;
    }

    private static boolean isWoven(Map<String, Object> site) {
        return site.get("state").equals(word(Coverage.State.WOVEN));
    }

    private static String word(Coverage.State state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The pattern took at least one method. */
    public synchronized void matched(String pattern) {
        patterns.put(pattern, "");
    }

    /** The class that the pattern names is there, without a method that the pattern takes. True when said first. */
    public synchronized boolean missed(String pattern, String why) {
        return patterns.putIfAbsent(pattern, why) == null;
    }

    /** The patterns that have taken no method so far, each with what is known about why, or with null. */
    public synchronized Map<String, String> unmatched() {
        Map<String, String> unmatched = new LinkedHashMap<>();
        for (Map.Entry<String, String> pattern : patterns.entrySet()) {
            if (!"".equals(pattern.getValue())) {
                unmatched.put(pattern.getKey(), pattern.getValue());
            }
        }
        return unmatched;
    }

    /** Returns the number of methods that the rule locks. */
    public synchronized int woven() {
        int count = 0;
        for (Map<String, Map<String, Object>> ofLoader : sites.values()) {
            for (Map<String, Object> site : ofLoader.values()) {
                count += isWoven(site) ? 1 : 0;
            }
        }
        return count + ended.count(word(Coverage.State.WOVEN));
    }

    synchronized Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rule", rule);
        map.put("position", position);
        if (!store.isEmpty()) {
            map.put("store", store);
        }
        List<Object> all = new ArrayList<>();
        for (Map<String, Map<String, Object>> ofLoader : sites.values()) {
            all.addAll(ofLoader.values());
        }
        all.addAll(ended.asList());
        map.put("sites", all);
        List<Object> without = new ArrayList<>();
        for (Map.Entry<String, String> pattern : unmatched().entrySet()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("pattern", pattern.getKey());
            entry.put("reason", pattern.getValue() == null ? "no such class was loaded" : pattern.getValue());
            without.add(entry);
        }
        map.put("unmatched", without);
        return map;
    }
}
