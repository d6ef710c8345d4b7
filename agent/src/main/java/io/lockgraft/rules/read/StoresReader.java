package io.lockgraft.rules.read;

import io.lockgraft.rules.RuleSetting;
import io.lockgraft.rules.RuleSettings;
import io.lockgraft.rules.yaml.Mapping;
import io.lockgraft.rules.yaml.Node;
import io.lockgraft.rules.yaml.Option;
import io.lockgraft.rules.yaml.Scalar;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Sequence;
import io.lockgraft.rules.yaml.StoreChain;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Setting;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.spi.text.Listing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the stores of the file: the only one, or those under {@code stores}, and finds the store of each rule. */
final class StoresReader {
    private static final String STORES = "stores";
    private static final String STORE = RuleSetting.STORE.name();

    private final Section file;
    private final List<? extends StoreProvider> providers;

    /** The mapping {@code stores}; null where the file has none. */
    private final Mapping named;

    /** Those that have been read by their names, null for a wrong one; or the only one, without a name. */
    private final Map<String, StoreConfiguration> read = new HashMap<>();

    /** The names of the stores that are being read, each a member of the one before. */
    private final List<String> open = new ArrayList<>();

    private final Map<StoreProvider, Integer> uses = new LinkedHashMap<>();
    private boolean isDefaultWrong;

    private StoresReader(Section file, List<? extends StoreProvider> providers) {
        this.file = file;
        this.providers = providers;
        Node node = file.mapping().get(STORES);
        this.named = node instanceof Mapping ? (Mapping) node : null;
    }

    static StoresReader read(Section file, List<? extends StoreProvider> providers) {
        StoresReader reader = new StoresReader(file, providers);
        if (file.has(STORES)) {
            reader.readNamed();
        } else {
            reader.read.put("", StoreReader.only(file, reader, providers));
        }
        reader.checkOptions();
        return reader;
    }

    private void readNamed() {
        for (StoreProvider each : providers) {
            String name = StoreReader.name(file, each);
            if (name != null) {
                String both = '\'' + name + "' and 'stores' each name a store; move it into 'stores', under a name";
                file.problem(file.namePosition(name), both);
            }
        }
        if (named == null) {
            Node node = file.mapping().get(STORES);
            file.wrongKind(STORES, node, "a mapping like " + like());
            return;
        }
        if (named.names().isEmpty()) {
            file.problem(STORES, named.position(), "is empty; write " + like());
        }
        List<Setting> names = new ArrayList<>();
        for (Scalar name : named.names()) {
            names.add(Setting.of(name.text(), "a store"));
        }
        SettingTable table = new SettingTable("stores.", "in 'stores'").with(names);
        Section section = new Section(file.reading(), named, table, STORES);
        for (Scalar name : named.names()) {
            if (!name.text().matches("[A-Za-z][A-Za-z0-9_-]{0,99}")) {
                section.problem(
                        name.position(),
                        "'" + name.text() + "' is no name of a store; let it begin with a letter and have letters,"
                                + " digits, '-' and '_' alone");
            }
            store(name.text());
        }
    }

    /** The store of this name, which 'stores' has; null where it is wrong. */
    private StoreConfiguration store(String name) {
        if (!read.containsKey(name)) {
            open.add(name);
            Node node = named.get(name);
            String where = "store '" + name + '\'';
            if (node instanceof Mapping) {
                read.put(name, StoreReader.one(file.reading(), (Mapping) node, where, this, providers));
            } else {
                refuseChain(file, where, node, "a store like {" + StoreReader.example(providers) + '}');
                read.put(name, null);
            }
            open.remove(name);
        }
        return read.get(name);
    }

    /** A provider reads a store of its own. */
    void reads(StoreProvider provider) {
        Integer before = uses.get(provider);
        uses.put(provider, before == null ? 1 : before + 1);
    }

    /** An option belongs to one store. */
    private void checkOptions() {
        for (Map.Entry<StoreProvider, Integer> each : uses.entrySet()) {
            for (SettingTable table : each.getKey().tables()) {
                for (Setting setting : table.settings()) {
                    Value given = setting.option() == null || each.getValue() == 1
                            ? null
                            : Option.find(setting.option(), file.environment());
                    if (given != null) {
                        String several = "the file has " + each.getValue() + " stores '"
                                + each.getKey().name()
                                + "', and this option does not say which is meant; write it into the file";
                        file.problem(given.position(), several);
                    }
                }
            }
        }
    }

    /** The store that a compound names as its member; null where there is none, which is reported. */
    StoreConfiguration member(Section at, String setting, Value name) {
        if (!isKnown(at, setting, name)) {
            return null;
        }
        if (open.contains(name.text())) {
            List<String> circle = new ArrayList<>(open.subList(open.indexOf(name.text()), open.size()));
            circle.add(name.text());
            at.wrong(setting, name, " would be made of itself: " + Listing.all(circle, ", then ", ", then "));
            return null;
        }
        return store(name.text());
    }

    private boolean isKnown(Section at, String setting, Value name) {
        if (named == null) {
            if (!file.has(STORES)) {
                at.wrong(setting, name, " is a name of 'stores', and the file has none; write stores: " + like());
            }
            return false;
        }
        if (named.get(name.text()) == null) {
            List<String> names = names();
            at.unknownWord(setting, name, names.toArray(new String[0]));
            return false;
        }
        return true;
    }

    private String like() {
        return "{fast: {" + StoreReader.example(providers) + "}}";
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (Scalar each : named == null ? Collections.<Scalar>emptyList() : named.names()) {
            names.add(each.text());
        }
        return names;
    }

    /** Reports what stands in the place of a store; a list is a chain, which is refused with its cures. */
    void refuseChain(Section at, String setting, Node node, String expected) {
        if (node instanceof Sequence) {
            at.problem(setting, node.position(), "is a list. " + StoreChain.REFUSAL);
        } else {
            at.wrongKind(setting, node, expected);
        }
    }

    /** Reads the store that 'defaults' names. */
    void chooseDefault(Section defaults, RuleSettings own) {
        choose(defaults, own);
        isDefaultWrong = defaults.has(STORE) && !own.has(RuleSetting.STORE);
    }

    /** Reads the store that a rule names, or reports that there is more than one and the rule names none. */
    void choose(Section rule, RuleSettings own, RuleSettings defaults) {
        choose(rule, own);
        List<String> names = names();
        if (own.has(RuleSetting.STORE) || defaults.has(RuleSetting.STORE) || names.isEmpty()) {
            return;
        }
        if (names.size() == 1) {
            own.put(RuleSetting.STORE, names.get(0), null);
        } else if (!rule.has(STORE) && !isDefaultWrong && !rule.isMeant(STORE)) {
            rule.problem("'store' is missing; it is one of " + Listing.all(names, " and ") + ", and defaults: {store: "
                    + names.get(0) + "} is for all rules");
        }
    }

    private void choose(Section section, RuleSettings own) {
        Node node = section.mapping().get(STORE);
        if (node instanceof Sequence) {
            refuseChain(section, STORE, node, "");
            return;
        }
        Value name = section.text(STORE);
        if (name != null && named == null && !file.has(STORES)) {
            section.wrong(STORE, name, " is a name of 'stores', and the file has one store without a name; delete it");
        } else if (name != null && isKnown(section, STORE, name)) {
            own.put(RuleSetting.STORE, name.text(), name.position());
        }
    }

    /** The store of these settings; null where it is wrong, or none is chosen yet. */
    StoreConfiguration of(RuleSettings all) {
        List<String> names = names();
        String only = names.size() == 1 ? names.get(0) : "";
        return read.get(all.has(RuleSetting.STORE) ? all.get(RuleSetting.STORE) : only);
    }

    /** All that can be used, by their names in the order of the file; the only one has the empty name. */
    Map<String, StoreConfiguration> all() {
        Map<String, StoreConfiguration> all = new LinkedHashMap<>();
        for (String name : named == null ? Collections.singletonList("") : names()) {
            if (read.get(name) != null) {
                all.put(name, read.get(name));
            }
        }
        return Collections.unmodifiableMap(all);
    }
}
