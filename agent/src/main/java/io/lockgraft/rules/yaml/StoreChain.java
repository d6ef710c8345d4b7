package io.lockgraft.rules.yaml;

import io.lockgraft.spi.settings.SettingTable;
import java.util.Arrays;
import java.util.List;

/** A chain of stores, each for when the one before is down: refused wherever it is written. */
public final class StoreChain {
    /** Why there is none, and what to write in its place. */
    public static final String REFUSAL = "There is no chain of stores: two JVMs that do not agree on whether the first"
            + " one is down hold one key at the same time. Write {ahead: fast, decide: sure} where the first one may be"
            + " down, or {most: [...]} of three where any one may die";

    private static final List<String> NAMES = Arrays.asList(
            "fallback", "fallbacks", "fallbackTo", "else", "orElse", "otherwise", "failover", "secondary", "backup");

    private StoreChain() {}

    /** Whether an unknown setting of this table asks for a chain. */
    static boolean isMeant(SettingTable table, String name) {
        boolean ofRule = table.path().startsWith("rules.") || table.path().startsWith("outcome.");
        return !ofRule && NAMES.contains(name);
    }
}
