package io.lockgraft.store.file;

import static io.lockgraft.spi.settings.Setting.of;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.Value;
import java.io.File;
import java.util.Collections;
import java.util.List;

/** Reads {@code file}: locks of the JVMs of one host, without a server. */
public final class FileProvider implements StoreProvider {
    private static final SettingTable TABLE =
            new SettingTable("file.", "in 'file'", of("folder", "where the file of the locks lies"));

    @Override
    public String name() {
        return "file";
    }

    @Override
    public String meaning() {
        return "locks of the JVMs of one host";
    }

    @Override
    public List<SettingTable> tables() {
        return Collections.singletonList(TABLE);
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        Value value = settings.text("folder");
        if (value == null) {
            if (!settings.has("folder") && !settings.isMeant("folder")) {
                settings.problem("'folder' is missing; write file: {folder: /var/lib/shop/locks}");
            }
            return null;
        }
        File folder = settings.resolve(value.text());
        String mistake = mistake(folder);
        if (mistake != null) {
            settings.problem("folder", value.position(), value.shown() + mistake);
            return null;
        }
        return new FileConfiguration(folder);
    }

    /** As far as it shows before the folder is used; or null. */
    private static String mistake(File folder) {
        if (folder.isDirectory()) {
            return folder.canWrite() ? null : " cannot be written by this process";
        }
        if (folder.exists()) {
            return " is a file; name the folder for it";
        }
        File parent = folder.getAbsoluteFile().getParentFile();
        boolean canBeMade = parent != null && parent.isDirectory();
        return canBeMade ? null : " cannot be made, for there is no folder that it would lie in";
    }
}
