package io.lockgraft.rules.read;

import io.lockgraft.rules.yaml.Mapping;
import io.lockgraft.rules.yaml.Node;
import io.lockgraft.rules.yaml.Option;
import io.lockgraft.rules.yaml.Reading;
import io.lockgraft.rules.yaml.Scalar;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Sequence;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Setting;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.spi.text.Listing;
import java.util.ArrayList;
import java.util.List;

/** Finds the part of a mapping that describes a store, lets its provider read it, and gives a compound its members. */
final class StoreReader implements StoreProvider.Members {
    private final Section owner;
    private final StoresReader all;
    private final List<? extends StoreProvider> providers;

    private StoreReader(Section owner, StoresReader all, List<? extends StoreProvider> providers) {
        this.owner = owner;
        this.all = all;
        this.providers = providers;
    }

    /**
     * The one store of a file without names, or null where its settings are wrong.
     *
     * @param providers the first one is meant where options describe a store, and the file names none
     */
    static StoreConfiguration only(Section file, StoresReader all, List<? extends StoreProvider> providers) {
        if (provider(file, providers) == null && !isGivenByOption(file, providers.get(0))) {
            tellNone(file, providers);
            return null;
        }
        return read(file, all, providers);
    }

    /** The store that a mapping of its own describes; null where it is wrong. */
    static StoreConfiguration one(
            Reading reading, Mapping mapping, String where, StoresReader all, List<? extends StoreProvider> providers) {
        SettingTable table = new SettingTable("stores.", "where a store is named").with(Tables.named(providers));
        Section own = new Section(reading, mapping, table, where);
        if (provider(own, providers) != null) {
            return read(own, all, providers);
        }
        if (mapping.names().isEmpty()) {
            own.problem("names no store; write one like {" + example(providers) + '}');
        }
        return null;
    }

    private static StoreConfiguration read(Section file, StoresReader all, List<? extends StoreProvider> providers) {
        StoreProvider named = provider(file, providers);
        StoreProvider provider = named == null ? providers.get(0) : named;
        for (StoreProvider other : providers) {
            if (other != provider && name(file, other) != null) {
                String both = '\'' + name(file, provider) + "' and '" + name(file, other)
                        + "' each name a store; write one of them, or give each a name under 'stores'";
                file.problem(file.namePosition(name(file, other)), both);
                return null;
            }
        }
        all.reads(provider);
        Section own = section(file, provider);
        List<StoreProvider> others = new ArrayList<>(providers);
        others.remove(provider);
        Reading reading = file.reading();
        int before = reading.problems().mark();
        StoreConfiguration store = own == null ? null : provider.read(own, new StoreReader(own, all, others));
        if (store == null && own != null && !reading.problems().isAnySince(0) && !reading.isAnythingUnset()) {
            own.problem("these settings make no store, and its provider does not say why");
        }
        if (store != null
                && store.capabilities().lease(1) <= 0
                && !reading.problems().isAnySince(before)) {
            own.problem(store + " grants no lease of any length");
            return null;
        }
        return store;
    }

    /** The first provider that a name of the mapping belongs to, or null. */
    private static StoreProvider provider(Section file, List<? extends StoreProvider> providers) {
        for (StoreProvider each : providers) {
            if (name(file, each) != null) {
                return each;
            }
        }
        return null;
    }

    /** The first name of the provider that the mapping has, or null. */
    static String name(Section file, StoreProvider provider) {
        for (String name : provider.names()) {
            if (file.has(name)) {
                return name;
            }
        }
        return null;
    }

    private static boolean isGivenByOption(Section file, StoreProvider provider) {
        for (Setting setting : provider.tables().get(0).settings()) {
            if (setting.option() != null && Option.find(setting.option(), file.environment()) != null) {
                return true;
            }
        }
        return false;
    }

    /** Not where an unknown setting, which has been told, may be the store, or the file is cut off. */
    private static void tellNone(Section file, List<? extends StoreProvider> providers) {
        List<String> names = new ArrayList<>();
        for (StoreProvider each : providers) {
            names.add(each.name());
        }
        boolean isMeant = file.isMeant(names.toArray(new String[0])) || file.isMeant("stores");
        for (Scalar name : file.mapping().names()) {
            isMeant |= file.reading().tables().file().get(name.text()) == null
                    && file.mapping().get(name.text()) instanceof Mapping;
        }
        if (!isMeant && !file.isCutOff()) {
            file.problem("the file names no store of locks; it is one of " + Listing.all(names, " and ") + ", as in "
                    + example(providers));
        }
    }

    private static Section section(Section owner, StoreProvider provider) {
        SettingTable table = provider.tables().get(0);
        Node node = owner.mapping().get(provider.name());
        if (provider.isCompound() && node != null) {
            return owner;
        }
        if (node == null || node.isNull()) {
            Position position = node == null ? owner.position() : node.position();
            return provider.isCompound()
                    ? owner
                    : new Section(owner.reading(), Mapping.empty(position), table, provider.name());
        }
        return owner.section(provider.name(), table);
    }

    @Override
    public List<StoreConfiguration> read(String setting) {
        String one = '{' + example(providers) + '}';
        Sequence list = owner.list(setting, "[" + one + ", " + one + "]");
        if (list == null) {
            return null;
        }
        List<StoreConfiguration> stores = new ArrayList<>(list.items().size());
        for (Node item : list.items()) {
            stores.add(member(setting, item));
        }
        return stores.contains(null) ? null : stores;
    }

    @Override
    public StoreConfiguration one(String setting) {
        Node node = owner.mapping().get(setting);
        return node == null ? null : member(setting, node);
    }

    /** A mapping, or a name of 'stores'. */
    private StoreConfiguration member(String setting, Node node) {
        if (node instanceof Mapping) {
            return one(owner.reading(), (Mapping) node, setting, all, providers);
        }
        if (node instanceof Scalar && !node.isNull()) {
            Value name = owner.text(setting, node);
            return name == null ? null : all.member(owner, setting, name);
        }
        all.refuseChain(owner, setting, node, "a store like {" + example(providers) + "} or a name of 'stores'");
        return null;
    }

    /** The first store with its first setting. */
    static String example(List<? extends StoreProvider> providers) {
        SettingTable table = providers.get(0).tables().get(0);
        return providers.get(0).name() + ": {" + table.names().get(0) + ": ...}";
    }
}
