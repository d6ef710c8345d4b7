package io.lockgraft.store.redis.settings;

/** How a waiter hears that a key is free. */
public enum Notify {
    /** The server tells it. */
    SUBSCRIBE,
    /** The waiter asks again and again, for servers with an ACL that forbids subscriptions. */
    POLL
}
