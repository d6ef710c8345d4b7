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
import io.lockgraft.spi.text.Listing;
import java.util.ArrayList;
import java.util.List;

/** Finds the part of the file that describes a store, and lets its provider read it. */
final class StoreReader implements StoreProvider.Members {
    private final Section owner;
    private final List<? extends StoreProvider> providers;

    private StoreReader(Section owner, List<? extends StoreProvider> providers) {
        this.owner = owner;
        this.providers = providers;
    }

    /**
     * The store of the file, or null where its settings are wrong.
     *
     * @param providers the first one is meant where options describe a store, and the file names none
     */
    static StoreConfiguration read(Section file, List<? extends StoreProvider> providers) {
        StoreProvider named = null;
        for (StoreProvider each : providers) {
            if (!file.has(each.name())) {
                continue;
            }
            if (named != null) {
                String both = "'" + named.name() + "' and '" + each.name() + "' each name a store; write one of them";
                file.problem(file.namePosition(each.name()), both);
                return null;
            }
            named = each;
        }
        StoreProvider provider = named == null ? providers.get(0) : named;
        if (named == null && !isGivenByOption(file, provider)) {
            tellNone(file, providers);
            return null;
        }
        Section own = section(file, provider);
        List<StoreProvider> others = new ArrayList<>(providers);
        others.remove(provider);
        StoreConfiguration store = own == null ? null : provider.read(own, new StoreReader(own, others));
        Reading reading = file.reading();
        if (store == null && !reading.problems().isAnySince(0) && !reading.isAnythingUnset()) {
            own.problem("these settings make no store, and its provider does not say why");
        }
        if (store != null && store.capabilities().lease(1) <= 0) {
            own.problem(store + " grants no lease of any length");
            return null;
        }
        return store;
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
        boolean isMeant = file.isMeant(names.toArray(new String[0]));
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
        if (node == null || node.isNull()) {
            Position position = node == null ? owner.position() : node.position();
            return new Section(owner.reading(), Mapping.empty(position), table, provider.name());
        }
        return provider.isList() ? owner : owner.section(provider.name(), table);
    }

    @Override
    public List<StoreConfiguration> read(String setting) {
        String one = '{' + example(providers) + '}';
        Sequence list = owner.list(setting, "[" + one + ", " + one + "]");
        if (list == null) {
            return null;
        }
        SettingTable stores = new SettingTable("", "in '" + setting + "'").with(Tables.named(providers));
        List<StoreConfiguration> all = new ArrayList<>(list.items().size());
        for (Node item : list.items()) {
            if (item instanceof Mapping) {
                all.add(member(new Section(owner.reading(), (Mapping) item, stores, setting), providers));
            } else {
                owner.wrongKind(setting, item, "a store like " + one);
                all.add(null);
            }
        }
        return all.contains(null) ? null : all;
    }

    private static StoreConfiguration member(Section item, List<? extends StoreProvider> providers) {
        for (StoreProvider each : providers) {
            if (item.has(each.name())) {
                return read(item, providers);
            }
        }
        if (item.mapping().names().isEmpty()) {
            item.problem("names no store; write one like {" + example(providers) + '}');
        }
        return null;
    }

    /** The first store with its first setting. */
    private static String example(List<? extends StoreProvider> providers) {
        SettingTable table = providers.get(0).tables().get(0);
        return providers.get(0).name() + ": {" + table.names().get(0) + ": ...}";
    }
}
