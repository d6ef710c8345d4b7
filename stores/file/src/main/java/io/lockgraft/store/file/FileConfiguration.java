package io.lockgraft.store.file;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import java.io.File;

/** Locks in a file of one host, as the rules file describes them. */
final class FileConfiguration implements StoreConfiguration {
    private final File folder;

    FileConfiguration(File folder) {
        this.folder = folder;
    }

    @Override
    public Capabilities capabilities() {
        return FileStore.CAPABILITIES;
    }

    /** So that a folder that cannot be used is told at the start. */
    @Override
    public boolean connectsEarly() {
        return true;
    }

    @Override
    public LockStore open(StoreContext context) {
        return new FileStore(context, folder);
    }

    @Override
    public String toString() {
        return "the files of " + folder;
    }
}
