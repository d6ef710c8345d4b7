package com.example.h2;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.table.TableStore;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An H2 server as the rules file describes it. */
public final class H2Configuration implements StoreConfiguration {
    private static final Capabilities CAPABILITIES = Capabilities.of(Reach.NETWORK)
            .keeping(LockKind.EXCLUSIVE)
            .leases(500, TimeUnit.DAYS.toMillis(30))
            .deadWaiters(500, 500)
            .with(Capability.OUTLIVES_PROCESS);

    private final String url;
    private final String user;
    private final String password;
    private final Duration timeout;

    public H2Configuration(String url, String user, String password, Duration timeout) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.timeout = timeout;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES.question(timeout.toMillis());
    }

    @Override
    public List<String> secrets() {
        return Collections.singletonList(password);
    }

    @Override
    public LockStore open(StoreContext context) {
        return new TableStore(context, "h2", new H2Table(context, url, user, password, timeout));
    }

    @Override
    public String toString() {
        return url;
    }
}
