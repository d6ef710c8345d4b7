/** Configures Redisson: its connections, its threads, its trust stores. */
package io.lockgraft.store.redis.connect;
