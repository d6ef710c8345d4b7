package io.lockgraft.extension;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import java.util.List;
import java.util.Objects;

/** A store of an extension as the rules file describes it. Its text names the jar. */
final class ExtensionConfiguration implements StoreConfiguration {
    private final StoreConfiguration configuration;
    private final Capabilities capabilities;
    private final boolean connectsEarly;
    private final List<String> secrets;
    private final List<StoreConfiguration> members;
    private final String text;
    private final String who;

    /** Asks for all that is needed before the store is opened, so that a failure shows while the file is read. */
    ExtensionConfiguration(StoreConfiguration configuration, String name, String jar) {
        this.configuration = configuration;
        capabilities = Objects.requireNonNull(configuration.capabilities(), "its capabilities are null");
        connectsEarly = configuration.connectsEarly();
        secrets = Objects.requireNonNull(configuration.secrets(), "its secrets are null");
        members = Objects.requireNonNull(configuration.members(), "its members are null");
        text = configuration + " of " + jar;
        who = "the store '" + name + "' of " + jar;
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public boolean connectsEarly() {
        return connectsEarly;
    }

    @Override
    public List<String> secrets() {
        return secrets;
    }

    @Override
    public List<StoreConfiguration> members() {
        return members;
    }

    @Override
    public LockStore open(StoreContext context) {
        try {
            return new ExtensionStore(configuration.open(context), who);
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalStateException(who + ' ' + Fault.of(e), e);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
