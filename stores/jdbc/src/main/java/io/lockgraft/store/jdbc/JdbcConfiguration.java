package io.lockgraft.store.jdbc;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.table.TableStore;
import io.lockgraft.store.jdbc.dialect.Dialect;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A table of a database as the rules file describes it. */
public final class JdbcConfiguration implements StoreConfiguration {
    private final JdbcSettings settings;

    JdbcConfiguration(JdbcSettings settings) {
        this.settings = settings;
    }

    static Capabilities capabilities(JdbcSettings settings) {
        return Capabilities.of(Reach.NETWORK)
                .keeping(LockKind.values())
                .leases(100, TimeUnit.DAYS.toMillis(30))
                .deadWaiters(Places.ALIVE_MILLIS, Places.ALIVE_MILLIS)
                .question(settings.timeoutMillis())
                .with(
                        Capability.SEVERAL_PERMITS,
                        Capability.TURNS,
                        Capability.OUTLIVES_PROCESS,
                        Capability.RAISES_TOKENS,
                        Capability.ENTRIES,
                        Capability.LOCKS,
                        Capability.UNLOCK);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities(settings);
    }

    @Override
    public boolean connectsEarly() {
        return true;
    }

    @Override
    public List<String> secrets() {
        return settings.secrets();
    }

    @Override
    public LockStore open(StoreContext context) {
        return store(context, settings, settings.dialect());
    }

    static LockStore store(StoreContext context, JdbcSettings settings, Dialect dialect) {
        return new TableStore(context, "jdbc", new LockTable(context, settings, dialect));
    }

    /** The statement that makes the table, for who makes it by hand. */
    public String ddl() {
        return settings.dialect().ddl(settings.table());
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
