package io.lockgraft.spi;

import java.util.Collections;
import java.util.List;

/** A store as the rules file describes it. Immutable. Its text is shown in the log, and has no secret in it. */
public interface StoreConfiguration {
    Capabilities capabilities();

    /** Whether the store is loaded and connected at the start, in the background, before the first locked call. */
    default boolean connectsEarly() {
        return false;
    }

    /** The passwords in its settings, which no line of the log may show. */
    default List<String> secrets() {
        return Collections.emptyList();
    }

    /**
     * The stores that this one is made of, which it opens by {@link StoreContext#open}; none for most. By them it is
     * known which stores share a member.
     */
    default List<StoreConfiguration> members() {
        return Collections.emptyList();
    }

    /** Makes the store. Called once, by the first locked call or at the start; connects nowhere yet. */
    LockStore open(StoreContext context);
}
