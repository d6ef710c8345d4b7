package io.lockgraft.extension;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import java.util.List;

/** The provider of an extension. A failure of its code becomes a problem of the rules file. */
final class ExtensionProvider implements StoreProvider {
    private final StoreProvider provider;
    private final String jar;
    private final String name;
    private final String meaning;
    private final List<SettingTable> tables;
    private final List<String> names;
    private final boolean isCompound;

    ExtensionProvider(StoreProvider provider, String jar) throws ExtensionException {
        this.provider = provider;
        this.jar = jar;
        String type = "cannot be used: its provider " + provider.getClass().getName();
        try {
            name = provider.name();
            meaning = provider.meaning();
            tables = provider.tables();
            names = provider.names();
            isCompound = provider.isCompound();
        } catch (RuntimeException | LinkageError e) {
            throw new ExtensionException(type + ' ' + Fault.of(e));
        }
        if (names == null || names.isEmpty() || !names.get(0).equals(name)) {
            throw new ExtensionException(type + " must have its name '" + name + "' as the first of its names");
        }
        for (String each : names) {
            if (each == null || !each.matches("[A-Za-z][A-Za-z0-9_-]*")) {
                throw new ExtensionException(type + " has the name '" + each
                        + "', which is no setting of a rules file; let it begin with a letter and have letters, digits,"
                        + " '-' and '_' alone");
            }
        }
        if (meaning == null || tables == null || tables.isEmpty()) {
            throw new ExtensionException(type + " must have a meaning and a table of settings");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public List<SettingTable> tables() {
        return tables;
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public boolean isCompound() {
        return isCompound;
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        try {
            StoreConfiguration read = provider.read(settings, members);
            return read == null ? null : new ExtensionConfiguration(read, name, jar);
        } catch (RuntimeException | LinkageError e) {
            settings.problem("the extension " + jar + ' ' + Fault.of(e));
            return null;
        }
    }
}
