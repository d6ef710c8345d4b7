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
    private final boolean isList;

    ExtensionProvider(StoreProvider provider, String jar) throws ExtensionException {
        this.provider = provider;
        this.jar = jar;
        String type = "cannot be used: its provider " + provider.getClass().getName();
        try {
            name = provider.name();
            meaning = provider.meaning();
            tables = provider.tables();
            isList = provider.isList();
        } catch (RuntimeException | LinkageError e) {
            throw new ExtensionException(type + ' ' + Fault.of(e));
        }
        if (name == null || !name.matches("[A-Za-z][A-Za-z0-9_-]*")) {
            throw new ExtensionException(type + " has the name '" + name
                    + "', which is no setting of a rules file; let it begin with a letter and have letters, digits,"
                    + " '-' and '_' alone");
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
    public boolean isList() {
        return isList;
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
