package io.lockgraft.rules.read;

import io.lockgraft.extension.Extension;
import io.lockgraft.extension.ExtensionException;
import io.lockgraft.rules.yaml.Mapping;
import io.lockgraft.rules.yaml.Reading;
import io.lockgraft.rules.yaml.Section;
import io.lockgraft.rules.yaml.Tables;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.Setting;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Value;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads {@code extensions}, before the rest of the file: what else the file may have depends on it. */
final class ExtensionsReader {
    private static final String NAME = "extensions";
    private static final String LIKE = "[lib/my-store.jar]";

    private final Reading reading;
    private final Section file;
    private final List<StoreProvider> found = new ArrayList<>();

    private ExtensionsReader(Reading reading, Section file) {
        this.reading = reading;
        this.file = file;
    }

    /** The stores of the extensions that the file names. From now on the reading knows their settings. */
    static List<StoreProvider> read(Reading reading, Mapping root, List<? extends StoreProvider> bundled) {
        Setting own = reading.tables().file().get(NAME);
        SettingTable table = new SettingTable("", "at the top of the file", own);
        ExtensionsReader reader = new ExtensionsReader(reading, new Section(reading, root.only(NAME), table, ""));
        if (!reader.file.has(NAME)) {
            return Collections.emptyList();
        }
        List<Value> jars = reader.file.values(NAME, LIKE);
        boolean all = jars != null;
        for (Value jar : jars == null ? Collections.<Value>emptyList() : jars) {
            all &= jar != null && reader.load(jar);
        }
        List<StoreProvider> stores = new ArrayList<StoreProvider>(bundled);
        stores.addAll(reader.found);
        reading.extend(new Tables(stores));
        if (!all) {
            reading.lackStores();
        }
        return reader.found;
    }

    /** Returns false if the jar is no extension that can be used, which is then reported. */
    private boolean load(Value jar) {
        File place = file.file(NAME, jar);
        if (place == null) {
            return false;
        }
        try {
            for (StoreProvider store : Extension.load(place, jar.text())) {
                for (String name : store.names()) {
                    String taker = taker(name);
                    if (taker != null) {
                        file.wrong(
                                NAME,
                                jar,
                                " has a store '" + name + "', and that name is taken by " + taker
                                        + "; leave that jar out, or ask its author for another name");
                        return false;
                    }
                }
                found.add(store);
            }
            return true;
        } catch (ExtensionException e) {
            file.wrong(NAME, jar, ' ' + e.getMessage());
            return false;
        }
    }

    /** What has the name already; null where nothing has. */
    private String taker(String name) {
        if (reading.tables().file().get(name) != null) {
            return "Lockgraft itself";
        }
        for (StoreProvider each : found) {
            if (each.names().contains(name)) {
                return "another extension";
            }
        }
        return null;
    }
}
