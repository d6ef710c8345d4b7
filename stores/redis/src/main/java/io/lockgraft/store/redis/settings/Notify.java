package io.lockgraft.store.redis.settings;

/** How a waiter hears that a key is free. */
public enum Notify {
    /** The server tells it. */
    SUBSCRIBE,
    /** It asks again and again; for servers whose ACL forbids subscriptions. */
    POLL
}
