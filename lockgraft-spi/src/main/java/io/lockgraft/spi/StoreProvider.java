package io.lockgraft.spi;

import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import java.util.Collections;
import java.util.List;

/**
 * Reads a store's part of the rules file. The command {@code check} and the start ask the same providers.
 *
 * <p>It runs before {@code main}: reading loads none of the store's libraries, starts no thread, connects nowhere, and
 * needs no lambda, java.nio.file, logging or JMX.
 */
public interface StoreProvider {
    /** The setting at the top of the rules file that this provider reads: {@code memory}. */
    String name();

    /** What that setting says, in a few words: {@code the lock server}. */
    String meaning();

    /** Every mapping that its part of the file may have; its own stands first. */
    List<SettingTable> tables();

    /**
     * The settings of one mapping that this provider reads together, its name first: {@code ahead} and {@code decide}.
     */
    default List<String> names() {
        return Collections.singletonList(name());
    }

    /** Whether its store is made of others: {@code most: [...]}. Then it is given the mapping around its settings. */
    default boolean isCompound() {
        return false;
    }

    /**
     * Reads the store's settings, and reports what is wrong with them.
     *
     * @param members reads the stores that one of the settings lists
     * @return null where the settings do not say which store is meant
     */
    StoreConfiguration read(Settings settings, Members members);

    /**
     * The stores of a store that is made of several. Each is a mapping, or a name of {@code stores}; two that have one
     * name are one object.
     */
    interface Members {
        /**
         * Reads a list of stores, as in {@code most: [{shelf: {...}}, {shelf: {...}}, ledger]}. Null where one of them
         * is wrong, which has been reported.
         */
        List<StoreConfiguration> read(String setting);

        /** Reads one store, as in {@code ahead: {shelf: {...}}}. Null where it is wrong, which has been reported. */
        StoreConfiguration one(String setting);
    }
}
