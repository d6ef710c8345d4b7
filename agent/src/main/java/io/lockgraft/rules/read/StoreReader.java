package io.lockgraft.rules.read;

import io.lockgraft.rules.yaml.Mapping;
import io.lockgraft.rules.yaml.Node;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Sequence;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.SettingTable;
import java.util.ArrayList;
import java.util.List;

/** Finds the part of the file that describes a store, and lets its provider read it. */
final class StoreReader {
    private final List<? extends StoreProvider> providers;

    private StoreReader(List<? extends StoreProvider> providers) {
        this.providers = providers;
    }

    /**
     * The store of the file, or null where its settings are wrong.
     *
     * @param providers the first one reports that there is no store, where the file names none
     */
    static StoreConfiguration read(Section file, List<? extends StoreProvider> providers) {
        return new StoreReader(providers).read(file);
    }

    private StoreConfiguration read(Section file) {
        StoreProvider named = null;
        for (StoreProvider each : providers) {
            if (!file.has(each.name())) {
                continue;
            }
            if (named != null) {
                file.problem(
                        file.namePosition(each.name()),
                        "'" + named.name() + "' and '" + each.name() + "' each name a store; write one of them");
                return null;
            }
            named = each;
        }
        return read(file, named == null ? providers.get(0) : named);
    }

    private StoreConfiguration read(Section owner, StoreProvider provider) {
        SettingTable table = provider.tables().get(0);
        Node node = owner.mapping().get(provider.name());
        Section own;
        if (node == null || node.isNull()) {
            Position position = node == null ? owner.position() : node.position();
            own = new Section(owner.reading(), Mapping.empty(position), table, provider.name());
        } else if (provider.isList()) {
            own = owner;
        } else {
            own = owner.section(provider.name(), table);
        }
        return own == null ? null : provider.read(own, members(own, provider));
    }

    /** Not a lambda: an early Java 8 crashes on one before main. */
    private StoreProvider.Members members(final Section owner, final StoreProvider of) {
        return new StoreProvider.Members() {
            @Override
            public List<StoreConfiguration> read(String setting) {
                return all(owner, setting, of);
            }
        };
    }

    private List<StoreConfiguration> all(Section owner, String setting, StoreProvider of) {
        List<StoreProvider> single = new ArrayList<>(providers);
        single.remove(of);
        Sequence list = owner.list(setting, "[{redis: {address: redis://one:6379}}, {file: {folder: locks}}]");
        if (list == null) {
            return null;
        }
        List<StoreConfiguration> all = new ArrayList<>(list.items().size());
        boolean right = true;
        for (Node item : list.items()) {
            StoreConfiguration store = item instanceof Mapping
                    ? member(new Section(owner.reading(), (Mapping) item, stores(setting, single), setting), single)
                    : null;
            if (!(item instanceof Mapping)) {
                owner.wrongKind(setting, item, "a store like {redis: {address: redis://one:6379}}");
            }
            right &= store != null;
            all.add(store);
        }
        return right ? all : null;
    }

    private static StoreConfiguration member(Section item, List<StoreProvider> providers) {
        for (StoreProvider each : providers) {
            if (item.has(each.name())) {
                return new StoreReader(providers).read(item);
            }
        }
        if (item.mapping().names().isEmpty()) {
            item.problem("names no store; write one like {redis: {address: redis://one:6379}}");
        }
        return null;
    }

    private static SettingTable stores(String setting, List<StoreProvider> providers) {
        return new SettingTable("", "in '" + setting + "'").with(Tables.named(providers));
    }
}
